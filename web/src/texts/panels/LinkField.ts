/** The texts of panels/LinkField.tsx. */
import type { Value } from "../value";

export const linkFor = (label: Value): string => `Link for ${label}`;
export const copied = "Copied";
export const copy = "Copy";
export const theseLinksOnlyWorkOn =
  "These links only work on this computer. To play from another one, start the server with “ardennes serve --host 0.0.0.0” and open the game at this computer’s network address.";
