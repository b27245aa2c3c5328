/** The guided first turn as the pages offer it: begun anew, or taken up where it was left. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Icon } from "../look/Icon";
import { go } from "../route";
import { isFinished, lastLesson, rememberLesson } from "../seat/lessons";
import { remember } from "../seat/memory";
import { post } from "../server/http";
import type { Begun, GameInfo, Machine } from "../server/shapes.gen";
import { usualMachine } from "./MachineChoice";
import { playersOf, wantedSeat } from "./start";
import * as texts from "../texts/pages/Learn";

/** Begin a lesson against the machine, or on both sides where there is none; the token of the seat. */
async function begin(game: GameInfo, machines: Machine[]): Promise<string> {
  const { side, steps } = game.lesson!;
  const machine = usualMachine(machines);
  const opponent = machine ? "machine" : "here";
  const players = playersOf(game.sides, side, opponent, machine ?? "");
  const begun = await post<Begun>("/api/tables", { game: game.name, players, lesson: true });
  const { token } = begun.seats.find((seat) => seat.side === wantedSeat(opponent, side))!;
  rememberLesson({ token, game: game.name, read: [], left: false, at: 0, of: steps });
  remember({ token, game: game.name, title: game.title, at: Date.now() });
  return token;
}

interface LearnProps {
  game: GameInfo;
  machines: Machine[];
}

export function Learn({ game, machines }: LearnProps): JSX.Element | null {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState("");
  const { lesson } = game;
  if (!lesson) return null;
  const last = lastLesson(game.name);
  const open = last && !isFinished(last) ? last : null;
  const start = async (): Promise<void> => {
    setBusy(true);
    try {
      go(`/seat/${await begin(game, machines)}`);
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  };
  const resume = (): void => {
    rememberLesson({ ...open!, left: false });
    go(`/seat/${open!.token}`);
  };
  return (
    <div class="learn" data-learn={game.name}>
      {fault && (
        <p class="page-fault" role="alert">
          {fault}
        </p>
      )}
      <p class="learn-buttons">
        {open && (
          <button type="button" class="button main" onClick={resume}>
            <Icon name="hint" />
            {texts.continueAtStep} {open.at + 1} of {open.of}
          </button>
        )}
        <button type="button" class={`button ${open ? "" : "learn-main"}`} disabled={busy} onClick={() => void start()}>
          {!open && <Icon name="hint" />}
          {busy ? texts.startingTheLesson : open ? texts.startAgain : texts.learn(game.title)}
        </button>
        <span class="learn-words">
          <b>{lesson.title}.</b> {lesson.text}
        </span>
      </p>
    </div>
  );
}
