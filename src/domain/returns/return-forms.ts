// The owner's forms about a return: the answer to the customer, and what came back and the result for it.
import * as z from "zod";
import {
  buttonField,
  countField,
  dollarsField,
  labeled,
  switchField,
  textField,
} from "../form/form-fields.ts";
import { type Cents, formatDollars } from "../money/money.ts";
import { shippingLeft, sumChosen } from "../order/forms/refund-form.ts";
import { type RefundableOrder, type RefundParts, refundParts } from "../order/refund-parts.ts";
import { countUnits } from "../order/units.ts";
import { paragraphs } from "../text/paragraphs.ts";
import { refundOfUnits, type Settlement, settlementOf, unitsAway, unitsToSettle } from "./return-receipt.ts";
import { RETURN_ANSWER_MAX, type ReturnRequest } from "./return-request.ts";

const answerField = (label: string) =>
  labeled(
    label,
    textField()
      .transform((text) => paragraphs(text))
      .refine(
        (text) => text !== "" && text.length <= RETURN_ANSWER_MAX,
        `Write to the customer in 1 to ${RETURN_ANSWER_MAX} characters.`,
      ),
  );

/** `instead`: "refund" for a refund instead of the exchange. */
export const approveForm = z.object({
  answer: answerField("What the customer does"),
  instead: buttonField(),
});
export const declineForm = z.object({ answer: answerField("Why not") });

const line = z.object({ came: countField(), shelf: switchField(), settle: textField() });

/** `lines`: by the id of the item. `refund`: "later" for nothing now. */
export const receiveForm = z.object({
  lines: labeled("Items received", z.record(z.string(), line).default({})),
  shipping: labeled("Shipping ($)", dollarsField({ example: "5.99" })),
  amount: labeled("Refund ($)", dollarsField({ example: "12.50" })),
  refund: buttonField(),
});

type Refundable = { refundable: RefundableOrder; rest: Cents };

/** The form as it is opened: everything that is away comes back, and goes back in stock. */
export function receiveFields(request: ReturnRequest, order: Refundable) {
  const lines = request.lines.map((each) => [
    each.itemId,
    {
      came: String(unitsAway(each)),
      shelf: hasShelf(order, each.itemId) ? "on" : "",
      settle: each.wanted === null ? "" : "exchange",
    },
  ]);
  const shipping = shippingLeft(order.refundable) > 0 ? "0.00" : "";
  const fields = { lines: Object.fromEntries(lines), shipping };
  return { ...fields, amount: formatDollars(receiptIn(request, order, fields).sum) };
}

export function hasShelf({ refundable }: Pick<Refundable, "refundable">, itemId: string): boolean {
  return refundable.lines.some((each) => each.id === itemId && each.hasShelf);
}

const receiptForm = receiveForm.pick({ lines: true, shipping: true });

export type Receipt = {
  came: Record<string, number>;
  restock: string[];
  /** Lines whose units are exchanged. */
  exchanged: string[];
  settlements: Record<string, Settlement>;
  shipping: Cents;
  /** Units of lines that are refunded, and that are exchanged, with those that came before. */
  toRefund: number;
  toSend: number;
  /** Null: they can't be refunded. */
  parts: RefundParts | null;
  /** What they come to. */
  sum: Cents;
};

/** What a form says came back, and the result for it. */
export function receiptIn(request: ReturnRequest, { refundable, rest }: Refundable, typed: unknown): Receipt {
  const read = receiptForm.safeParse(typed);
  const { lines, shipping } = read.success ? read.data : { lines: {}, shipping: 0 };
  const each = request.lines.map((known) => {
    const own = lines[known.itemId];
    const settlement = settlementOf(known, own?.settle);
    return { id: known.itemId, came: own?.came ?? 0, isBack: own?.shelf ?? false, settlement };
  });
  const came = Object.fromEntries(each.map((line) => [line.id, line.came]));
  const exchanged = each.flatMap(({ id, settlement }) => (settlement === "exchange" ? [id] : []));
  const open = Object.entries(unitsToSettle(request.lines, came));
  const refunded = Object.fromEntries(open.filter(([id]) => !exchanged.includes(id)));
  const toSend = Object.fromEntries(open.filter(([id]) => exchanged.includes(id)));
  const asked = { ...refundOfUnits(refunded, shipping), returnId: request.id };
  const chosen = refundParts(refundable, asked);
  const parts = chosen.ok ? chosen : null;
  return {
    ...{ came, exchanged, shipping, parts },
    restock: each.flatMap(({ id, isBack }) => (isBack ? [id] : [])),
    settlements: Object.fromEntries(each.map(({ id, settlement }) => [id, settlement])),
    toRefund: countUnits(refunded),
    toSend: countUnits(toSend),
    sum: sumChosen(parts, rest),
  };
}
