// What a customer asks for when something that came is not right: units of which lines, why, and whether they want
// their money back or another size. The same rules in the browser and on the server.
import type { OrderItem } from "../order/order.ts";
import { unitsWithShopper } from "../order/units.ts";
import { itemName } from "../product/item-name.ts";
import { compareSizes, isUsSize } from "../product/size.ts";
import { formatDay } from "../text/dates.ts";
import { paragraphs } from "../text/paragraphs.ts";

export const returnWishes = { return: "Return", exchange: "Exchange" } as const;
export type ReturnWish = keyof typeof returnWishes;

export const returnReasons = {
  "too-small": "Too small",
  "too-large": "Too large",
  different: "Not as shown",
  faulty: "Damaged or faulty",
  wrong: "Not what I ordered",
  "changed-mind": "I changed my mind",
  other: "Something else",
} as const;
export type ReturnReason = keyof typeof returnReasons;

/**
 * requested: the owner has not answered. received: some units came back, and not all of them are refunded or exchanged.
 * closed: it ended before that.
 */
export type ReturnState =
  | "requested"
  | "approved"
  | "received"
  | "refunded"
  | "exchanged"
  | "declined"
  | "closed";

/** Its units are spoken for. */
export const openReturnStates: readonly ReturnState[] = ["requested", "approved", "received"];

export const RETURN_NOTE_MAX = 2_000;
/** Of what the owner writes back. */
export const RETURN_ANSWER_MAX = 2_000;
/** How many days a replacement is held after the approval: long enough for a return from any state. */
export const HELD_DAYS = 21;

export type ReturnLine = Pick<OrderItem, "name" | "variation"> & {
  itemId: string;
  quantity: number;
  received: number;
  /** Of the received units, those that were refunded or exchanged. */
  settled: number;
  /** The variant that is wanted instead; null: none, or the units were refunded in another way before they came back. */
  wanted: string | null;
};

export type ReturnRequest = {
  id: string;
  wish: ReturnWish;
  reason: ReturnReason;
  note: string;
  state: ReturnState;
  /** What the owner wrote back. */
  answer: string;
  /** The last day (of the shop) on which the replacement is held; null: nothing is held. */
  heldUntil: string | null;
  /** Received units are refunded. */
  isPaidBack: boolean;
  /** ISO time. */
  at: string;
  lines: ReturnLine[];
};

export function isOpenReturn({ state }: Pick<ReturnRequest, "state">): boolean {
  return openReturnStates.includes(state);
}

/** Every unit of it is back; what is still open is its money, or what is sent for it. */
export function isAllBack({
  lines,
}: {
  lines: readonly Pick<ReturnLine, "quantity" | "received">[];
}): boolean {
  return lines.every(({ quantity, received }) => received >= quantity);
}

/** What the owner wrote still counts: what to do while units are awaited, or why it was declined. */
export function isAnswerInForce(request: Pick<ReturnRequest, "state" | "lines">): boolean {
  const { state } = request;
  return state === "approved" || state === "declined" || (state === "received" && !isAllBack(request));
}

/**
 * An option of the same product. `free`: units that are not held, counted up to those of the line. `isSame`: it is the one
 * that came.
 */
export type WantedOption = { name: string; free: number; isSame: boolean };

/** A line of which `left` units can be returned. */
export type ReturnableLine = Pick<OrderItem, "id" | "name" | "variation"> & {
  left: number;
  options: WantedOption[];
};

/** How many units of each line came, are still with the customer, and are in no other request. */
export function returnableLines(
  items: readonly OrderItem[],
  requests: readonly Pick<ReturnRequest, "state" | "lines">[],
  optionsOf: (item: OrderItem) => WantedOption[] = () => [],
): ReturnableLine[] {
  const asked = requests.filter(isOpenReturn).flatMap(({ lines }) => lines);
  return items.flatMap((item) => {
    const spoken = asked
      .filter(({ itemId }) => itemId === item.id)
      .reduce((sum, { quantity, settled }) => sum + quantity - settled, 0);
    const left = unitsWithShopper(item) - spoken;
    const { id, name, variation } = item;
    return left > 0 ? [{ id, name, variation, left, options: optionsOf(item) }] : [];
  });
}

export type AskedReturn = {
  wish: ReturnWish;
  reason: ReturnReason;
  note: string;
  lines: { itemId: string; quantity: number; wanted: string | null }[];
};

/** Names of a line's two fields. */
export const quantityField = (itemId: string) => `quantity-${itemId}`;
export const wantedField = (itemId: string) => `wanted-${itemId}`;

/** What the second field says for a refund, for an option, for an exchange without an option, and before a choice. */
export const FOR_REFUND = "refund";
const FOR_OPTION = "for ";
export const FOR_EXCHANGE = "exchange";
export const UNDECIDED = "undecided";

/** What the second field says for this option. */
export const forOption = ({ name }: Pick<WantedOption, "name">): string => `${FOR_OPTION}${name}`;

/**
 * The options of a line as they are offered: after "Too small" the larger ones first, the next one before all; after "Too
 * large" the smaller ones.
 */
export function optionsAfter(options: readonly WantedOption[], reason: string): WantedOption[] {
  const came = options.find(({ isSame }) => isSame);
  const way = wayOf(reason);
  if (!came || way === 0 || !isUsSize(came.name)) return [...options];
  const bySize = options.toSorted((one, other) => way * compareSizes(one.name, other.name));
  const at = bySize.indexOf(came);
  return [...bySize.slice(at + 1), ...bySize.slice(0, at + 1).reverse()];
}

/** The next size after "Too small" or "Too large" that can be had; null: no size is meant, or none is left. */
export function nextSize(options: readonly WantedOption[], reason: string): WantedOption | null {
  const offered = optionsAfter(options, reason);
  const came = offered.findIndex(({ isSame }) => isSame);
  if (wayOf(reason) === 0 || !isUsSize(offered[came]?.name ?? "")) return null;
  return offered.slice(0, came).find(({ free }) => free > 0) ?? null;
}

/** 1: a larger size is wanted, -1: a smaller one, 0: the reason is another. */
function wayOf(reason: string): -1 | 0 | 1 {
  return reason === "too-small" ? 1 : reason === "too-large" ? -1 : 0;
}

/** What a line's units can be sent back for, as choices. What is sold out can't be chosen, but is still named. */
export function wishesFor({
  options,
}: Pick<ReturnableLine, "options">): { value: string; label: string; isSoldOut: boolean }[] {
  const exchanges = options.map(({ name, free, isSame }) => {
    const label = isSame ? "Exchange for the same item" : `Exchange for ${name}`;
    return {
      value: forOption({ name }),
      label: free > 0 ? label : `${label}: sold out`,
      isSoldOut: free < 1,
    };
  });
  return [{ value: FOR_REFUND, label: "Refund", isSoldOut: false }, ...exchanges];
}

/** Some of what came is to be exchanged. */
export function wantsExchange({ lines }: { lines: readonly Pick<ReturnLine, "wanted">[] }): boolean {
  return lines.some(({ wanted }) => wanted !== null);
}

/** Texts of the form → a request, or one message per wrong field; "lines" is about the units in all. */
export function parseReturnForm(
  typed: Readonly<Record<string, string>>,
  lines: readonly ReturnableLine[],
): { ok: true; asked: AskedReturn } | { ok: false; errors: Record<string, string> } {
  const errors: Record<string, string> = {};
  const reason = keyIn(returnReasons, typed.reason ?? "");
  const note = paragraphs(typed.note);
  const asked: AskedReturn["lines"] = [];
  for (const line of lines) {
    const text = typed[quantityField(line.id)]?.trim() || "0";
    const quantity = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
    if (!(quantity <= line.left)) errors.lines ??= `Choose 0 to ${line.left} of ${itemName(line)}`;
    if (!(quantity > 0)) continue;
    const wish = typed[wantedField(line.id)] || FOR_REFUND;
    const wanted = wish === FOR_REFUND ? null : (optionOf(line, wish) ?? null);
    const refusal =
      wish === FOR_REFUND ? null : wish === FOR_EXCHANGE ? "Choose a size" : refuseWanted(wanted, quantity);
    if (refusal) errors[wantedField(line.id)] = refusal;
    asked.push({ itemId: line.id, quantity, wanted: wanted?.name ?? null });
  }
  if (asked.length === 0) errors.lines ??= "Choose at least one item";
  if (reason === null) errors.reason = "Choose a reason";
  if (reason === "other" && note === "") errors.note = "Tell us what is wrong";
  if (note.length > RETURN_NOTE_MAX) errors.note = "Use at most 2,000 characters";
  if (reason === null || Object.keys(errors).length > 0) return { ok: false, errors };
  const wish = wantsExchange({ lines: asked }) ? "exchange" : "return";
  return { ok: true, asked: { wish, reason, note, lines: asked } };
}

function optionOf({ options }: ReturnableLine, wish: string): WantedOption | undefined {
  return options.find((option) => forOption(option) === wish);
}

function refuseWanted(option: WantedOption | null, quantity: number): string | null {
  if (!option) return "Choose a refund or an exchange";
  const name = option.name || "It";
  if (option.free < 1) return `${name} is now sold out. Choose another one, or a refund`;
  if (option.free >= quantity) return null;
  const left = option.name ? `${option.free} of ${option.name}` : option.free;
  return `Only ${left} ${option.free === 1 ? "is" : "are"} left. Choose fewer items, or a refund`;
}

function keyIn<Key extends string>(texts: Record<Key, string>, sent: string): Key | null {
  return Object.hasOwn(texts, sent) ? (sent as Key) : null;
}

/** For the customer: whether the replacement of an approved request is held. */
export function formatReplacement({ heldUntil }: Pick<ReturnRequest, "heldUntil">): string {
  if (heldUntil === null)
    return "Your replacement is no longer reserved. We'll ship it if it's in stock when your return arrives. If it's sold out, we'll refund your original payment method.";
  return `Your replacement is reserved until ${formatDay(heldUntil)}. We'll ship it when your return arrives.`;
}

/** "1 × Fairway Cap (M) for L": the request, a text per line. */
export function formatReturnLines({ lines }: Pick<ReturnRequest, "lines">): string[] {
  return lines.map((line) => {
    const what = `${line.quantity} × ${itemName(line)}`;
    if (line.wanted === null) return what;
    const isSame = line.wanted === (line.variation ?? "");
    return isSame ? `${what} for the same item` : `${what} for ${line.wanted}`;
  });
}
