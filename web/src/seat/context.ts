/** The seat that a part of the page belongs to. */
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Seat } from "./seat";

export const SeatContext = createContext<Seat | null>(null);

export function useSeat(): Seat {
  const seat = useContext(SeatContext);
  if (!seat) throw new Error("This part of the page needs a seat around it.");
  return seat;
}
