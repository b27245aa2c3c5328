/** An invitation to a seat: accept it, and the seat is yours by a link that nobody else knows. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { go } from "../route";
import { remember } from "../seat/memory";
import { get, post } from "../server/http";
import type { Accepted, Invited } from "../server/shapes.gen";
import { capital } from "../words/links";
import { Cover, PageHead } from "./layout";
import * as texts from "../texts/pages/InvitationPage";

export function InvitationPage({ code }: { code: string }): JSX.Element {
  const [invited, setInvited] = useState<Invited | null>(null);
  const [fault, setFault] = useState("");
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    document.title = texts.invitationArdennes;
    void get<Invited>(`/api/invitations/${code}`).then(setInvited, (error: Error) => setFault(error.message));
  }, [code]);

  async function accept(): Promise<void> {
    setBusy(true);
    try {
      const seat = await post<Accepted>(`/api/invitations/${code}/accept`, {});
      remember({ token: seat.token, game: seat.game, title: seat.title, at: Date.now() });
      history.replaceState(null, "", "/");
      go(`/seat/${seat.token}`);
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  }

  return (
    <div class="page">
      <PageHead />
      <main class="text-page">
        <h1>{invited ? texts.youAreInvitedTo(invited.title) : texts.invitation}</h1>
        {invited && (
          <section class="page-card start invitation">
            <Cover game={invited.game} />
            {invited.taken ? (
              <p>{texts.thisInvitationHasAlreadyBeen}</p>
            ) : (
              <>
                <p>
                  {texts.youPlayThe} <b>{capital(invited.side)}</b> {texts.sideWhenYouAcceptYou}
                </p>
                <button type="button" class="button main big" disabled={busy} onClick={() => void accept()}>
                  {texts.acceptAndPlay}
                </button>
              </>
            )}
          </section>
        )}
        {fault && (
          <p class="page-fault" role="alert">
            {fault}
          </p>
        )}
      </main>
    </div>
  );
}
