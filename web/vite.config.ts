import { defineConfig } from "vite";

const server = "http://127.0.0.1:8044";

export default defineConfig({
  base: "/",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: "../src/ardennes/server/pages",
    emptyOutDir: true,
    assetsDir: "assets",
    assetsInlineLimit: 0,
    target: "es2022",
    chunkSizeWarningLimit: 700,
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
});
