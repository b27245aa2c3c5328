/** The keyboard: everything can be done without a mouse. */
import type { Board } from "../board/board";
import { pickedOnly, piecesAt } from "../seat/intents";
import { mayOrder } from "../seat/orders";
import type { Seat } from "../seat/seat";
import { together } from "../seat/several";
import { tryOut } from "../seat/sandbox";
import { enterBoard, enterCard, nextPart } from "./focus";

const STEP = 90; // window pixels that an arrow pans

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.matches("input:not([type=range]):not([type=checkbox]), textarea, select")
  );
}

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Move the cursor a hex, beginning at the piece in motion or in the middle of the window. */
export function moveCursor(seat: Seat, board: Board, dx: number, dy: number): void {
  const { cursor, piece } = seat.desk;
  const geometry = board.geometry;
  const from = cursor.value ?? piece.value?.at ?? geometry.hexAt(board.view.x, board.view.y) ?? geometry.names[0]!;
  const next = cursor.value ? sideways(seat, geometry, from, dx, dy) : from;
  cursor.value = geometry.hex(next) ? next : from;
  board.camera.reveal(cursor.value);
}

/** The neighbour in a direction; where two lie equally, the cursor goes zigzag. */
function sideways(seat: Seat, geometry: Board["geometry"], from: string, dx: number, dy: number): string {
  const { desk } = seat;
  const straight = geometry.towards(from, dx, dy);
  const here = geometry.hex(from)!;
  if (straight === from) return from;
  const there = geometry.hex(straight)!;
  const slanted = dx ? Math.abs(there.y - here.y) > 1 : Math.abs(there.x - here.x) > 1;
  if (!slanted) return straight;
  const wobble = desk.zigzag ? 0.3 : -0.3;
  desk.zigzag = !desk.zigzag;
  return geometry.towards(from, dx + (dx ? 0 : wobble), dy + (dx ? wobble : 0));
}

/** The click that Enter or the space bar makes on the cursor's hex. */
export function clickCursor(seat: Seat, all: boolean): void {
  seat.desk.soon((screen) => {
    const place = seat.desk.cursor.value;
    if (!place) return false;
    const stack = piecesAt(screen, place);
    const fanned = seat.desk.fan.value === place;
    const lit = stack.filter((piece) => seat.offers.value.pieces.has(piece.id));
    const looked = lit.find((one) => one.id === seat.desk.looked.value); // the one that Tab has come to
    const piece = looked ?? lit[lit.length - 1] ?? stack[stack.length - 1] ?? null;
    seat.desk.click({ place, piece: piece?.id ?? null, fanned, all });
    return true;
  });
}

/** Whether something may be done on the cursor's hex. */
function litUnderCursor(seat: Seat): boolean {
  const place = seat.desk.cursor.value;
  const { pieces, places } = seat.offers.value;
  if (!place) return false;
  return places.has(place) || Boolean(seat.screen.value?.pieces.some((p) => p.at === place && pieces.has(p.id)));
}

/** Go to the next piece that may be clicked or has still to act; where there is none, to the next lit place. */
export function nextPiece(seat: Seat, board: Board, back: boolean): boolean {
  const screen = seat.screen.value;
  if (!screen) return false;
  const { pieces, places } = seat.offers.value;
  const active = screen.pieces.filter((piece) => piece.at && pieces.has(piece.id));
  const waiting = screen.pieces.filter((piece) => screen.to_act?.pieces.includes(piece.id));
  const list = active.length || places.size ? active : waiting;
  if (!list.length || seat.onward.isBattle) return nextPlace(seat, board, back); // who attacks is chosen on the sheet
  const at = list.findIndex((piece) => piece.id === seat.desk.looked.value);
  const next = list[(at + (back ? list.length - 1 : 1)) % list.length]!;
  seat.desk.lookAt(next.id);
  if (next.at && board.geometry.hex(next.at)) stand(seat, board, next.at);
  else seat.desk.cursor.value = seat.desk.choice.value = null; // it waits beside the map: Enter takes it from there
  return true;
}

/** The same from anywhere on the page: the board has the keyboard then, so that Enter is for what was found. */
function stepOnBoard(seat: Seat, board: Board, back: boolean): boolean {
  enterBoard();
  return nextPiece(seat, board, back);
}

function nextPlace(seat: Seat, board: Board, back: boolean): boolean {
  const lit = [...seat.offers.value.places.keys()].filter((place) => board.geometry.hex(place));
  if (!lit.length) return false;
  const at = lit.indexOf(seat.desk.cursor.value ?? "");
  stand(seat, board, lit[(at + (back ? lit.length - 1 : 1) + lit.length) % lit.length]!);
  return true;
}

function stand(seat: Seat, board: Board, place: string): void {
  seat.desk.choice.value = null; // it asked about another place
  seat.desk.cursor.value = place;
  board.camera.reveal(place);
}

/** Which key does what. Returns whether it was used. */
export function press(seat: Seat, board: Board | null, event: KeyboardEvent): boolean {
  if (seat.handOver.curtain.value) return looks(seat, event);
  if (isTyping(event.target)) {
    if (event.key === "Escape") (event.target as HTMLElement).blur();
    return false;
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return takesBack(seat, event);
  const onBoard = board !== null && Boolean(document.activeElement?.matches(".board-grid"));
  const arrow = ARROWS[event.key];
  if (arrow && board && (onBoard || document.activeElement === document.body)) {
    if (onBoard && !event.shiftKey) moveCursor(seat, board, ...arrow);
    else board.camera.push(-arrow[0] * STEP, -arrow[1] * STEP);
    return true;
  }
  if (event.key === "Tab" && onBoard && board) return tab(seat, board, event.shiftKey);
  return named(seat, board, event, onBoard);
}

/** Enter draws the curtain back, wherever the keyboard is; a key that is still held down since the last side's turn does not.
 * Tab has nowhere to go: the curtain has one button. */
function looks(seat: Seat, event: KeyboardEvent): boolean {
  if (event.key === "Tab") return true;
  if (event.key !== "Enter") return false;
  if (!event.repeat) seat.handOver.open();
  return true;
}

/** Ctrl Z takes back; Ctrl Y and Ctrl Shift Z do it again. */
function takesBack(seat: Seat, event: KeyboardEvent): boolean {
  const key = event.key.toLowerCase();
  if (event.altKey || (key !== "z" && key !== "y")) return false;
  void (key === "y" || event.shiftKey ? seat.redo() : seat.undo());
  return true;
}

/** Tab goes from unit to unit, and out of the board after the last one, so that nobody is caught in it. */
function tab(seat: Seat, board: Board, back: boolean): boolean {
  const { pieces, places } = seat.offers.value;
  const things = pieces.size || places.size;
  seat.desk.tabbed = (seat.desk.tabbed + 1) % (things + 1);
  return seat.desk.tabbed !== 0 && nextPiece(seat, board, back);
}

/** Keys by their names; those that do not need the map act before it is drawn as well. */
function named(seat: Seat, board: Board | null, event: KeyboardEvent, onBoard: boolean): boolean {
  const { desk, replay } = seat;
  const focus = document.activeElement;
  const dialog = Boolean(focus?.closest("[role=dialog], [role=alertdialog], [role=menu]"));
  const button = Boolean(focus?.matches("button, a, summary")) && (dialog || seat.desk.byKeys);
  switch (event.key) {
    case "+":
    case "=":
      board?.camera.nearer(1.25);
      return true;
    case "-":
      board?.camera.nearer(0.8);
      return true;
    case "0":
      board?.camera.fit();
      return true;
    case " ":
      if (!onBoard) return false;
      clickCursor(seat, event.shiftKey);
      return true;
    case "Enter":
      return event.repeat || enter(seat, onBoard, button, event.shiftKey);
    case "a":
    case "A":
      seat.desk.together.value = !seat.desk.together.value && together(seat.screen.value!) > 1;
      return true;
    case "Escape":
      return escape(seat);
    case "/":
      desk.rule.value = null;
      desk.turnTo("rules");
      document.querySelector<HTMLElement>(".rules input[type=search]")?.focus(); // where the tab is open already
      return true;
    case "?":
    case "F1":
      desk.help.value = !desk.help.value;
      return true;
    case "g":
    case "G":
      desk.goal.value = !desk.goal.value;
      return true;
    case "n":
    case "N":
      return board !== null && stepOnBoard(seat, board, event.shiftKey);
    case "k":
    case "K":
      seat.onward.pass();
      return true;
    case "m":
    case "M":
      if (!seat.decides) return false;
      desk.musters();
      return true;
    case "F6":
      desk.byKeys = true;
      return nextPart(event.shiftKey);
    case "z":
    case "Z":
      void seat.undo();
      return true;
    case "y":
    case "Y":
      void seat.redo();
      return true;
    case "i":
    case "I":
      void seat.machine.askHint();
      return true;
    case "x":
    case "X":
      if (!seat.token) return false;
      void tryOut(seat);
      return true;
    case "l":
    case "L":
      desk.turnTo("log");
      return true;
    case "s":
    case "S":
      fanHere(seat);
      return true;
    case "o":
    case "O":
      desk.orders.value = !desk.orders.value && mayOrder(seat.shown.value);
      return true;
    case "r":
    case "R":
      if (!seat.token) return false;
      if (replay.open.value) replay.close();
      else void replay.begin(replay.last);
      return true;
    default:
      return other(seat, event.key);
  }
}

/** The unit beside the map to which Tab has come, if it may be taken. */
function besideTheMap(seat: Seat): string | null {
  const { cursor, looked } = seat.desk;
  return !cursor.value && looked.value && seat.offers.value.pieces.has(looked.value) ? looked.value : null;
}

/** Enter acts on the cursor's hex or takes the unit that Tab has come to, else it presses the main button. Pressed while
 * a change is in flight, it waits. */
function enter(seat: Seat, onBoard: boolean, button: boolean, all: boolean): boolean {
  const { desk } = seat;
  const { main } = seat.offers.value;
  const seen = seat.screen.value;
  if (button || desk.sending || !seen) return desk.sending;
  if (desk.choice.value) return enterCard(); // it is answered there, not by a second click beneath it
  if (!main && !onBoard) return false;
  desk.soon(() => {
    const unit = besideTheMap(seat);
    if (onBoard && litUnderCursor(seat)) clickCursor(seat, all);
    else if (onBoard && unit) desk.take(unit);
    else if (main) desk.press(main, seen);
    return true;
  });
  return true;
}

function escape(seat: Seat): boolean {
  const { desk } = seat;
  if (seat.carrying.now.value) seat.carrying.drop(null);
  else if (desk.help.value) desk.help.value = false;
  else if (desk.layers.value) desk.layers.value = false;
  else if (desk.orders.value) desk.orders.value = false;
  else if (desk.players.value) desk.players.value = false;
  else if (desk.goal.value) desk.goal.value = false;
  else if (desk.report.value) desk.report.value = false;
  else if (desk.clear()) return true;
  else if (seat.engaged) desk.soon(() => escape(seat));
  else if (seat.replay.open.value) seat.replay.close();
  else if (desk.pressed.value) desk.pressed.value = null;
  else if (seat.onward.now.value) seat.onward.withdraw();
  else if (seat.screen.value && pickedOnly(seat.screen.value)) void seat.undo();
  else if (desk.cursor.value) desk.cursor.value = null;
  else if (desk.looked.value) desk.looked.value = null;
  else return false;
  return true;
}

function fanHere(seat: Seat): void {
  const place = seat.desk.cursor.value ?? seat.desk.piece.value?.at ?? seat.desk.place.value;
  const screen = seat.screen.value;
  if (place && screen && piecesAt(screen, place).length > 1)
    seat.desk.fan.value = seat.desk.fan.value === place ? null : place;
}

/** 1 to 9 take a piece of the stack; letters switch overlays. */
function other(seat: Seat, key: string): boolean {
  const screen = seat.screen.value;
  if (!screen) return false;
  if (/^[1-9]$/.test(key)) {
    const place = seat.desk.fan.value ?? seat.desk.cursor.value ?? seat.desk.piece.value?.at;
    const piece = place ? piecesAt(screen, place)[Number(key) - 1] : undefined;
    if (!place || !piece) return false;
    seat.desk.click({ place, piece: piece.id, fanned: true });
    return true;
  }
  const overlay = seat.overlays.value.find((one) => one.key === key.toUpperCase());
  if (!overlay) return false;
  seat.desk.toggle(overlay.id);
  return true;
}
