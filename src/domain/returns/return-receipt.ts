// What the owner writes down when pieces of a return come back, and what is refunded for them.
import type { Cents } from "../money/money.ts";
import type { AskedRefund } from "../order/refund-parts.ts";
import type { ReturnLine } from "./return-request.ts";

/** Pieces by the id of their line. */
export type CamePieces = Readonly<Record<string, number>>;

/** Names of a line's fields. */
export const cameField = (itemId: string) => `came-${itemId}`;
export const shelfField = (itemId: string) => `shelf-${itemId}`;
export const settleField = (itemId: string) => `settle-${itemId}`;

/** How the pieces of a line are settled. */
export type Settlement = "exchange" | "refund";

/** What a line's field says: an exchange where one is wanted, unless the owner chose otherwise. */
export function settlementOf({ wanted }: Pick<ReturnLine, "wanted">, chosen: string | undefined): Settlement {
  return wanted === null || chosen === "refund" ? "refund" : "exchange";
}

/** How many pieces of a line have not come back. */
export function piecesAway({ pieces, received }: ReturnLine): number {
  return pieces - received;
}

/** Pieces that came back, and were neither refunded nor exchanged, with those that come now. */
export function piecesToSettle(lines: readonly ReturnLine[], came: CamePieces): CamePieces {
  const counts = lines.map((line) => {
    const open = Math.max(0, line.received - line.settled) + (came[line.itemId] ?? 0);
    return [line.itemId, open] as const;
  });
  return Object.fromEntries(counts.filter(([, pieces]) => pieces > 0));
}

/** The refund of these pieces, all of which had been sent. */
export function refundOfPieces(pieces: CamePieces, shipping: Cents): AskedRefund {
  const sent = Object.entries(pieces).map(([id, count]) => [id, { unsent: 0, sent: count }] as const);
  return { pieces: Object.fromEntries(sent), shipping };
}

/** What was typed per field, or one message per wrong field. Empty counts as 0. */
export function parseCame(
  typed: Readonly<Record<string, string>>,
  lines: readonly ReturnLine[],
): { ok: true; came: CamePieces } | { ok: false; errors: Record<string, string> } {
  const came: Record<string, number> = {};
  const errors: Record<string, string> = {};
  for (const line of lines) {
    const text = typed[cameField(line.itemId)]?.trim() || "0";
    const count = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
    if (count <= piecesAway(line)) came[line.itemId] = count;
    else errors[cameField(line.itemId)] = `Please enter a whole number from 0 to ${piecesAway(line)}`;
  }
  return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, came };
}

/** How many pieces of a request came back so far. A form sends it along, so that one that is old is told from a new one. */
export function receivedSoFar(lines: readonly Pick<ReturnLine, "received">[]): number {
  return lines.reduce((sum, { received }) => sum + received, 0);
}
