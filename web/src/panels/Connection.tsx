/** What is known of the connection, of a move under way, and of the age of this page. */
import type { JSX } from "preact";
import { Icon } from "../look/Icon";
import { useSeat } from "../seat/context";
import type { Progress } from "../seat/delivery";
import { reload } from "../server/install";
import { reachable } from "../server/reach";
import { newer } from "../server/version";
import * as texts from "../texts/panels/Connection";

const UNDER_WAY: Record<Exclude<Progress, "">, string> = {
  sending: texts.sendingYourMove,
  again: texts.theServerHasNotAnswered,
  offline: texts.youAreOfflineYourMove,
};

/** A moment in the words of this browser's clock. */
export function momentOf(at: number): string {
  return new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", hour: "2-digit", minute: "2-digit" }).format(
    at,
  );
}

function words(lost: boolean, keptAt: number | null): string {
  if (keptAt) return texts.youAreOfflineThisIs(momentOf(keptAt));
  if (!reachable.value) return texts.youAreOfflineYouCan;
  return lost ? texts.liveUpdatesAreInterruptedReconnecting : "";
}

/** One sentence: the move under way first, then the connection. */
export function Connection(): JSX.Element | null {
  const seat = useSeat();
  const progress = seat.delivery.progress.value;
  if (progress === "sending" && reachable.value)
    return (
      <p class="toast sending" role="status">
        <span class="spinner" aria-hidden="true" />
        {UNDER_WAY.sending}
      </p>
    );
  const said = progress ? UNDER_WAY[progress] : words(seat.feed.value === "lost", seat.keptAt.value);
  return said ? <p class="toast lost">{said}</p> : null;
}

/** A newer client is there. A game that is played goes on; the player says when. */
export function NewVersion(): JSX.Element | null {
  if (!newer.value) return null;
  const must = newer.value === "needed";
  return (
    <div class={`new-version floats ${must ? "must" : ""}`} role="status" data-floats>
      <span>{must ? texts.thisPageIsOlderThan : texts.aNewVersionIsReady}</span>
      <button type="button" class="button main" onClick={() => void reload()}>
        {texts.reload}
      </button>
      {!must && (
        <button type="button" class="icon-button" aria-label={texts.later} onClick={() => (newer.value = "")}>
          <Icon name="close" />
        </button>
      )}
    </div>
  );
}
