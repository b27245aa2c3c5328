/** Standing orders: what this seat answers without being asked, and how to leave another. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useSeat } from "../seat/context";
import { inWords, standing } from "../seat/orders";
import { Dialog } from "./Dialog";

export function OrdersCard(): JSX.Element {
  const seat = useSeat();
  const { desk } = seat;
  const { orders = [], screen } = seat.shown.value!;
  return (
    <Dialog title="Standing orders" onClose={() => (desk.orders.value = false)}>
      <p class="quiet">
        An answer that you leave in advance. Whenever its question comes, the game gives it for you, so that the other
        side need not wait. Only you see your orders.
      </p>
      {orders.length ? (
        <>
          <ol class="order-list">
            {orders.map((order) => (
              <li title={order}>{inWords(order)}</li>
            ))}
          </ol>
          <button type="button" class="button small" onClick={() => void seat.order("none")}>
            Withdraw all
          </button>
        </>
      ) : (
        <p class="small">You have left none.</p>
      )}
      <Always answers={standing(screen)} title={screen.prompt.title} />
      <Written />
    </Dialog>
  );
}

/** The present question, answered so from now on. */
function Always({ answers, title }: { answers: ReturnType<typeof standing>; title: string }): JSX.Element | null {
  const seat = useSeat();
  if (!answers.length) return null;
  return (
    <section class="order-now">
      <h3 class="caps">From now on</h3>
      <p class="small">{title}</p>
      <div class="card-buttons">
        {answers.map(({ option, order }) => (
          <button type="button" class="button small" title={order} onClick={() => void seat.order(order)}>
            Always: {option.label}
          </button>
        ))}
      </div>
    </section>
  );
}

/** An order in the engine's own words, for questions that are not asked now. */
function Written(): JSX.Element {
  const seat = useSeat();
  const [text, setText] = useState("");
  const leave = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (await seat.order(text.trim())) setText("");
  };
  return (
    <form class="order-form" onSubmit={(event) => void leave(event)}>
      <label>
        <span class="caps">Another question</span>
        <input
          type="text"
          value={text}
          placeholder="when waive odds<3: choose keep"
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <button type="submit" class="button" disabled={!text.trim()}>
        Leave the order
      </button>
      <p class="small quiet">
        Name the question by its step or its kind (advance, retreat, loss, choose), conditions if you like, then the
        action as the journal writes it.
      </p>
    </form>
  );
}
