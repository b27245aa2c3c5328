/** A card that lies over the table until it is closed: it takes the keyboard at once, and gives it back. */
import type { ComponentChildren, JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Icon } from "../look/Icon";

interface DialogProps {
  title: string;
  look?: string; // a class of its own
  onClose: () => void;
  children: ComponentChildren;
}

export function Dialog({ title, look = "orders", onClose, children }: DialogProps): JSX.Element {
  const closer = useRef<HTMLButtonElement>(null);
  const before = useRef(document.activeElement);
  useLayoutEffect(() => {
    closer.current?.focus();
    return () => (before.current instanceof HTMLElement ? before.current.focus() : undefined);
  }, []);
  return (
    <section class={`help ${look} floats`} role="dialog" aria-label={title} data-floats>
      <header class="block-head">
        <h2 class="serif">{title}</h2>
        <button ref={closer} type="button" class="icon-button" aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </button>
      </header>
      {children}
    </section>
  );
}
