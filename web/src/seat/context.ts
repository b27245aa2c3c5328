/** The seat that a part of the page belongs to. */
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Seat } from "./seat";
import * as texts from "../texts/seat/context";

export const SeatContext = createContext<Seat | null>(null);

export function useSeat(): Seat {
  const seat = useContext(SeatContext);
  if (!seat) throw new Error(texts.thisPartOfThePage);
  return seat;
}
