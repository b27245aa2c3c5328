/** A card that lies over the table until it is closed: it takes the keyboard at once, and gives it back. */
import type { ComponentChildren, JSX } from "preact";
import { useRef } from "preact/hooks";
import { Icon } from "../look/Icon";
import { useTrappedFocus } from "./focus";
import * as texts from "../texts/panels/Dialog";

interface DialogProps {
  title: string;
  look?: string; // a class of its own
  onClose: () => void;
  children: ComponentChildren;
}

export function Dialog({ title, look = "orders", onClose, children }: DialogProps): JSX.Element {
  const card = useRef<HTMLElement>(null);
  useTrappedFocus(card);
  return (
    <section ref={card} class={`help ${look} floats`} role="dialog" aria-modal="true" aria-label={title} data-floats>
      <header class="block-head">
        <h2 class="serif">{title}</h2>
        <button type="button" class="icon-button" aria-label={texts.close} onClick={onClose}>
          <Icon name="close" />
        </button>
      </header>
      {children}
    </section>
  );
}
