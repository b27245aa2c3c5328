/** One position on a board, with nothing beside it: the board needs no seat, no panel and no rule. */
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Board } from "../board/board";
import { theme } from "../look/theme";
import type { ScreenDocument } from "../screen.gen";
import { listed } from "../server/document";
import { get } from "../server/http";
import type { BoardInfo, Symbols } from "../server/shapes.gen";

export function BoardPage({ name }: { name: string }): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let board: Board | null = null;
    let gone = false;
    void (async () => {
      const screen = listed(await get<ScreenDocument>(`/api/screens/${name}`));
      const info = await get<BoardInfo>(`/api/games/${screen.game.id}/board`);
      const symbols = await get<Symbols>("/api/symbols");
      if (gone) return;
      board = new Board(host.current!, info, symbols, undefined, {
        screen,
        dark: theme.value === "dark",
        viewOnly: true,
      });
      Object.assign(host.current!, { board }); // where a test finds it
    })();
    return () => {
      gone = true;
      board?.destroy();
    };
  }, [name]);
  return <div ref={host} class="board alone" />;
}
