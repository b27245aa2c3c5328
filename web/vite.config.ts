import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { defineConfig, type Plugin } from "vite";

const server = "http://127.0.0.1:8044";

/** The fonts of the maps, which the server letters them with. */
const MAP_FONTS = [
  ["alegreya-sans", "500-normal"],
  ["alegreya-sans", "700-normal"],
  ["alegreya-sc", "500-normal"],
  ["alegreya", "500-italic"],
  ["barlow-condensed", "500-normal"],
  ["barlow-condensed", "700-normal"],
] as const;

function mapFonts(): Plugin {
  const find = createRequire(import.meta.url).resolve;
  return {
    name: "map-fonts",
    generateBundle() {
      for (const [family, style] of MAP_FONTS) {
        const file = `${family}-latin-${style}.woff`;
        const source = readFileSync(find(`@fontsource/${family}/files/${file}`));
        this.emitFile({ type: "asset", fileName: `fonts/${file}`, source });
      }
    },
  };
}

/** The service worker lies beside the page, and is told which files make up this build of the client. */
function serviceWorker(): Plugin {
  return {
    name: "service-worker",
    generateBundle(_, bundle) {
      const files = Object.keys(bundle).filter((name) => /^assets\/.*\.(js|css|woff2)$/.test(name));
      const worker = bundle["worker.js"];
      if (worker?.type !== "chunk") throw new Error("The service worker is not among what was built.");
      worker.code = worker.code.replace("__FILES__", JSON.stringify(files.sort().map((name) => `/${name}`)));
    },
  };
}

export default defineConfig({
  base: "/",
  plugins: [mapFonts(), serviceWorker()],
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: "../src/ardennes/server/pages",
    emptyOutDir: true,
    assetsDir: "assets",
    assetsInlineLimit: 0,
    target: "es2022",
    rolldownOptions: {
      input: { index: "index.html", worker: "src/worker/worker.ts" },
      output: { entryFileNames: ({ name }) => (name === "worker" ? "worker.js" : "assets/[name]-[hash].js") },
    },
    chunkSizeWarningLimit: 700,
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
});
