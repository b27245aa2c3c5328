/** Import a game: play on from where it ends, or watch it. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Icon } from "../look/Icon";
import { go } from "../route";
import { post } from "../server/http";
import type { Begun } from "../server/shapes.gen";
import { PageHead } from "./layout";
import { remember } from "../seat/memory";
import * as texts from "../texts/pages/ImportPage";

export function ImportPage(): JSX.Element {
  const [text, setText] = useState("");
  const [fault, setFault] = useState("");
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    document.title = texts.importAGameArdennes;
  }, []);

  async function bring(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    setFault("");
    try {
      const begun = await post<Begun>("/api/journals", { journal: text });
      const seat = begun.seats.find((one) => one.side === "*") ?? begun.seats[0]!;
      const game = text.match(/^game (\S+)/m)?.[1] ?? "";
      remember({ token: seat.token, game, title: game, at: Date.now() });
      go(`/seat/${seat.token}`);
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <div class="page">
      <PageHead />
      <main class="text-page">
        <h1>{texts.importAGame}</h1>
        <p>{texts.aJournalIsAComplete}</p>
        <form class="page-card" onSubmit={(event) => void bring(event)}>
          <label class="button">
            <Icon name="upload" />
            {texts.chooseAFile}
            <input
              type="file"
              class="hidden-text"
              accept=".journal,.txt,text/plain"
              onChange={(event) => void event.currentTarget.files?.[0]?.text().then(setText)}
            />
          </label>
          <label>
            <span class="hidden-text">{texts.theJournal}</span>
            <textarea
              rows={14}
              placeholder={texts.orPasteItHere}
              value={text}
              onInput={(event) => setText(event.currentTarget.value)}
              spellcheck={false}
            />
          </label>
          {fault && (
            <p class="page-fault" role="alert">
              {fault}
            </p>
          )}
          <button type="submit" class="button main big" disabled={busy || !text.trim()}>
            {busy ? texts.replayingIt : texts.importText}
          </button>
        </form>
      </main>
    </div>
  );
}
