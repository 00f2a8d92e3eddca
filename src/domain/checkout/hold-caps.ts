// How much may be held by somebody who has not paid yet. Without such caps one open checkout could hold the whole
// shelf. There are two: pieces of one option in one checkout, and pieces of one client over all its open checkouts.
// The owner may fix either one. Otherwise both follow what is left: half of it, but never less than 12, so that a
// foursome's order of caps always goes through. Nobody can have more than is there.

import { HOLD_MINUTES } from "./checkout.ts";

/** null: follows what is left. */
export type HoldCaps = { piecesPerOption: number | null; piecesPerClient: number | null };

export const defaultHoldCaps: HoldCaps = { piecesPerOption: null, piecesPerClient: null };

/** Bounds of what the owner may fix. */
export const HOLD_CAP_MIN = 1;
export const HOLD_CAP_MAX = 9_999;
export const PIECES_ALWAYS = 12;

const HOLD_MINUTES_SCARCE = 5;

/** Pieces of one option of a product. */
type Pieces = { productId: string; variation: string };

/** `available`: neither sold nor held by anybody, this client included. */
export type AskedPieces = Pieces & { quantity: number; available: number };

/** What the client holds of an option in its other open checkouts. */
export type HeldPieces = Pieces & { quantity: number; available: number };

/** `lines`: those that are too many, with what can be had. `most`: of all pieces together; null: that is no problem. */
export type OverCap<Line> = {
  lines: (Line & { most: number })[];
  most: number | null;
  heldElsewhere: number;
};

function share(left: number, fixed: number | null): number {
  return fixed ?? Math.max(PIECES_ALWAYS, Math.floor(left / 2));
}

/** null: all of it may be held. A client that is not counted holds nothing elsewhere. */
export function findOverCap<Line extends AskedPieces>(
  lines: Line[],
  { held, caps, isClientCounted }: { held: HeldPieces[]; caps: HoldCaps; isClientCounted: boolean },
): OverCap<Line> | null {
  const mineOf = (line: Pieces) =>
    held.find(({ productId, variation }) => productId === line.productId && variation === line.variation)
      ?.quantity ?? 0;
  const judged = lines.map((line) => {
    const mine = mineOf(line);
    const limit = share(line.available + mine, caps.piecesPerOption);
    // A cap that the owner fixed is one per order; what follows the shelf also counts the client's other checkouts.
    const most = Math.min(line.available, caps.piecesPerOption === null ? limit - mine : limit);
    return { ...line, most: Math.max(0, most) };
  });
  const asked = sum(lines);
  const heldElsewhere = sum(held);
  const room = Math.max(0, share(leftOf(lines, held), caps.piecesPerClient) - heldElsewhere);
  const over = judged.filter(({ quantity, most }) => quantity > most);
  const isOver = isClientCounted && asked > room;
  if (!isOver) return over.length > 0 ? { lines: over, most: null, heldElsewhere } : null;
  // A single line says it best itself.
  if (judged.length === 1)
    return {
      lines: judged.map((line) => ({ ...line, most: Math.min(line.most, room) })),
      most: null,
      heldElsewhere,
    };
  return { lines: over, most: room, heldElsewhere };
}

/** What could be sold of all options that are asked for or held, the client's own pieces included. */
function leftOf(lines: AskedPieces[], held: HeldPieces[]): number {
  const left = new Map<string, number>();
  for (const { productId, variation, available } of [...lines, ...held])
    left.set(`${productId}|${variation}`, available);
  return [...left.values()].reduce((total, pieces) => total + pieces, sum(held));
}

function sum(pieces: { quantity: number }[]): number {
  return pieces.reduce((total, { quantity }) => total + quantity, 0);
}

/** A hold of much of what is left ends sooner, so that an unpaid cart can't keep the last pieces from others for long. */
export function holdMinutesFor(lines: AskedPieces[]): number {
  const isScarce = lines.some(({ quantity, available }) => quantity * 2 >= available);
  return isScarce ? HOLD_MINUTES_SCARCE : HOLD_MINUTES;
}

type ToldLine = { name: string; selectedOption?: string | null; most: number };

/** What can be had, and what the reader can do next. */
export function tellOverCap({ lines, most, heldElsewhere }: OverCap<ToldLine>): string[] {
  const told = lines.map((line) => {
    const name = line.selectedOption ? `${line.name} (${line.selectedOption})` : line.name;
    if (line.most > 0) return `You can order up to ${line.most} of ${name} at once.`;
    return `All that you can order of ${name} at once is in another order that is not paid yet.`;
  });
  if (most !== null)
    told.push(
      most > 0
        ? `You can order up to ${most} ${most === 1 ? "piece" : "pieces"} at once.`
        : "All that you can order at once is in another order that is not paid yet.",
    );
  if (heldElsewhere === 0)
    return [...told, "Lower the quantity and try again, or write to us for a larger order."];
  const [more, are] = [heldElsewhere, heldElsewhere === 1 ? "is" : "are"];
  const canHaveSome = lines.every((line) => line.most > 0) && most !== 0;
  return [
    ...told,
    `${more} more ${are} held from your connection in an order that is not paid yet: ${canHaveSome ? "lower the quantity, " : ""}pay for that one first, or try again in a few minutes.`,
  ];
}
