/** Which machine plays a side, with a sentence about how it plays; the weakest is listed first. */
import type { JSX } from "preact";
import type { Machine } from "../server/shapes.gen";
import * as texts from "../texts/pages/MachineChoice";

export interface MachineChoiceProps {
  label: string;
  machines: Machine[];
  value: string;
  onChange: (name: string) => void;
}

/** The opponent that is offered first: the best that answers at once. */
export function usualMachine(machines: Machine[]): string | undefined {
  return machines.filter((one) => one.quick).pop()?.name;
}

export function MachineChoice({ label, machines, value, onChange }: MachineChoiceProps): JSX.Element {
  return (
    <>
      <label class="field">
        <span>{label}</span>
        <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
          {machines.map((one, n) => (
            <option value={one.name}>
              {one.title}
              {n === 0 ? " (easiest)" : one.quick ? "" : texts.takesItsTime}
            </option>
          ))}
        </select>
      </label>
      <p class="field-note">{machines.find((one) => one.name === value)?.text}</p>
    </>
  );
}
