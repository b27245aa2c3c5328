/** Standing orders: what this seat answers without being asked, chosen from the questions of the game. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Foreseen } from "../server/shapes.gen";
import { useSeat } from "../seat/context";
import { answered, changes, inWords, others, standing, withAnswer } from "../seat/orders";
import { Dialog } from "./Dialog";
import { RuleChip } from "./parts";
import * as texts from "../texts/panels/OrdersCard";

export function OrdersCard(): JSX.Element {
  const seat = useSeat();
  const { desk } = seat;
  const { orders = [], screen } = seat.shown.value!;
  const questions = seat.rules.value?.foreseen ?? [];
  return (
    <Dialog title={texts.standingOrders} onClose={() => (desk.orders.value = false)}>
      <p class="quiet">{texts.answersGivenInAdvanceWhen}</p>
      {questions.map((question) => (
        <Question key={question.question} question={question} orders={orders} />
      ))}
      <Always answers={standing(screen)} title={screen.prompt.title} />
      <Advanced orders={orders} rest={others(questions, orders)} />
    </Dialog>
  );
}

/** One question, and who answers it: the player when it comes, or an order. */
function Question({ question, orders }: { question: Foreseen; orders: string[] }): JSX.Element {
  const seat = useSeat();
  const chosen = answered(question, orders);
  const choose = (answer: number): void => void seat.orderAll(changes(orders, withAnswer(question, orders, answer)));
  return (
    <section class="order-question">
      <h3>
        {question.question} <RuleChip id={question.rule} />
      </h3>
      <div class="card-buttons" role="group" aria-label={question.question}>
        {[texts.askMe, ...question.answers.map((answer) => answer.label)].map((label, n) => (
          <button
            type="button"
            class="button small"
            aria-pressed={chosen === n - 1}
            onClick={() => chosen !== n - 1 && choose(n - 1)}
          >
            {label}
          </button>
        ))}
      </div>
    </section>
  );
}

/** The present question, answered so from now on. */
function Always({ answers, title }: { answers: ReturnType<typeof standing>; title: string }): JSX.Element | null {
  const seat = useSeat();
  if (!answers.length) return null;
  return (
    <section class="order-now">
      <h3 class="caps">{texts.fromNowOn}</h3>
      <p class="small">{title}</p>
      <div class="card-buttons">
        {answers.map(({ option, order }) => (
          <button type="button" class="button small" title={order} onClick={() => void seat.order(order)}>
            {texts.always} {option.label}
          </button>
        ))}
      </div>
    </section>
  );
}

/** Orders that no question of the list is about, and an order in the engine's own words. */
function Advanced({ orders, rest }: { orders: string[]; rest: string[] }): JSX.Element {
  const seat = useSeat();
  const [text, setText] = useState("");
  const leave = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (await seat.order(text.trim())) setText("");
  };
  return (
    <>
      {rest.length > 0 && (
        <ol class="order-list">
          {rest.map((order) => (
            <li title={order}>{inWords(order)}</li>
          ))}
        </ol>
      )}
      {orders.length ? (
        <button type="button" class="button small" onClick={() => void seat.order("none")}>
          {texts.cancelAll}
        </button>
      ) : (
        <p class="small">{texts.youHaveNoStandingOrders}</p>
      )}
      <details class="order-advanced">
        <summary>{texts.advancedWriteAnOrder}</summary>
        <form class="order-form" onSubmit={(event) => void leave(event)}>
          <label>
            <span class="caps">{texts.order}</span>
            <input
              type="text"
              value={text}
              placeholder="when waive odds<3: choose keep"
              onInput={(event) => setText(event.currentTarget.value)}
            />
          </label>
          <button type="submit" class="button" disabled={!text.trim()}>
            {texts.addTheOrder}
          </button>
          <p class="small quiet">{texts.nameTheQuestionByIts}</p>
        </form>
      </details>
    </>
  );
}
