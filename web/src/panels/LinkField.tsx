/** A link that can be read and copied. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { isLocal } from "../words/links";
import * as texts from "../texts/panels/LinkField";

export function LinkField({ label, link }: { label: string; link: string }): JSX.Element {
  const [copied, setCopied] = useState(false);
  return (
    <div class="invite">
      <span>{label}</span>
      <input
        readOnly
        value={link}
        aria-label={texts.linkFor(label)}
        onFocus={(event) => event.currentTarget.select()}
      />
      <button
        type="button"
        class="button"
        onClick={() => void navigator.clipboard?.writeText(link).then(() => setCopied(true))}
      >
        {copied ? texts.copied : texts.copy}
      </button>
    </div>
  );
}

/** A warning where links lead to this computer and nowhere else. */
export function OnlyHere(): JSX.Element | null {
  if (!isLocal(location.hostname)) return null;
  return <p class="field-note">{texts.theseLinksOnlyWorkOn}</p>;
}
