import { expect, test } from "vitest";
import { readForm } from "../form/form-saved.ts";
import type { RefundableOrder } from "../order/refund-parts.ts";
import { approveForm, receiptIn, receiveFields, receiveForm } from "./return-forms.ts";
import type { ReturnRequest } from "./return-request.ts";

const line = (itemId: string, wanted: string | null) => ({
  ...{ itemId, name: itemId, variation: "M", quantity: 2, received: 0, settled: 0, wanted },
});
const request = {
  ...{ id: "return", lines: [line("polos", null), line("caps", "L")] },
} as unknown as ReturnRequest;
const refundable: RefundableOrder = {
  ...{ shipping: 599, shippingBack: 0 },
  lines: ["polos", "caps"].map((id) => ({
    ...{ id, name: id, variation: "M", price: 3200, gift: 0, hasShelf: id === "polos" },
    units: [1, 2].map((at) => ({ id: at, isSent: true, returnId: "return", goods: 3200, tax: 0 })),
  })),
};
const order = { refundable, rest: 12_800 };

test("[RF-7] a return is opened as if all of it came back, with the refund of what is not exchanged", () => {
  const fields = receiveFields(request, order);
  expect(fields).toEqual({
    lines: {
      polos: { came: "2", shelf: "on", settle: "" },
      caps: { came: "2", shelf: "", settle: "exchange" },
    },
    ...{ shipping: "0.00", amount: "64.00" },
  });
  const read = readForm(receiveForm, fields);
  if (!read.ok) throw new Error(JSON.stringify(read.errors));
  expect(receiptIn(request, order, read.value)).toMatchObject({
    ...{ came: { polos: 2, caps: 2 }, restock: ["polos"], exchanged: ["caps"] },
    ...{ toRefund: 2, toSend: 2, sum: 6400, shipping: 0 },
  });
});

test("[RF-7] what is typed counts: less came, a refund instead of the exchange, and some of the shipping", () => {
  const typed = { lines: { polos: { came: "1" }, caps: { came: "1", settle: "refund" } }, shipping: "5" };
  expect(receiptIn(request, order, typed)).toMatchObject({
    ...{ came: { polos: 1, caps: 1 }, restock: [], exchanged: [], toSend: 0, sum: 6900 },
  });
  expect(receiptIn(request, { ...order, rest: 1000 }, typed).sum).toBe(1000);
  const wrong = readForm(receiveForm, { ...typed, lines: { polos: { came: "-1" } }, amount: "some" });
  expect(wrong).toMatchObject({
    errors: {
      "lines.polos.came": "Please enter a whole number",
      amount: "Please enter an amount such as 12.50",
    },
  });
});

test("[RF-7] an answer to a return says something", () => {
  expect(readForm(approveForm, { answer: " \n" })).toMatchObject({
    errors: { answer: "Write to the customer in 1 to 2000 characters." },
  });
  expect(readForm(approveForm, { answer: "Send it", instead: "refund" })).toMatchObject({ ok: true });
});
