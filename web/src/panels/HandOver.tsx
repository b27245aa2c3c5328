/** Who is asked now, said large when it changes; and the curtain before what only one side may see. */
import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { useSeat } from "../seat/context";
import { SideMark } from "./parts";
import * as texts from "../texts/panels/HandOver";

export function Banner(): JSX.Element | null {
  const seat = useSeat();
  const side = seat.screen.value!.sides.find((one) => one.id === seat.handOver.banner.value);
  if (!side || seat.replay.open.value || seat.handOver.curtain.value) return null;
  return (
    <div class={`banner ${side.style}`} role="status" key={side.id}>
      <SideMark side={side.id} /> <b>{side.label}</b> <span>{seat.screen.value!.prompt.title}</span>
    </div>
  );
}

export function Curtain(): JSX.Element | null {
  const seat = useSeat();
  const button = useRef<HTMLButtonElement>(null);
  const side = seat.screen.value!.sides.find((one) => one.id === seat.handOver.curtain.value);
  useLayoutEffect(() => button.current?.focus(), [side?.id]);
  if (!side) return null;
  return (
    <div class="curtain" role="dialog" aria-modal="true" aria-label={texts.onlyThePlayerMayLook(side.label)}>
      <section class={`curtain-card floats ${side.style}`}>
        <h2>
          <SideMark side={side.id} /> {side.label}
          {texts.aSecretChoice}
        </h2>
        <p>{texts.everyoneElsePleaseLookAway}</p>
        <button ref={button} type="button" class="button main big" data-curtain onClick={() => seat.handOver.open()}>
          {texts.showThe} {side.label} side
        </button>
      </section>
    </div>
  );
}
