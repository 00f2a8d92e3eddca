import { expect, test } from "vitest";
import { parseReturnRequest, RETURN_NOTE_MAX, tellReturnRequest } from "./return-request.ts";

const sent = { lines: ["1"], wish: "return", reason: "faulty", note: " Seam\u0000 open \r\n" };
const item = {
  productId: null,
  name: "Fairway Cap",
  image: null,
  variation: null,
  quantity: 2,
  ...{ id: "line", refunded: 0, canceled: 0, sent: 0 },
  price: 3_200,
};
const items = [item, { ...item, name: "Links Polo", variation: "M", quantity: 1 }];

test("[AS-2] a request names the items, the wish and the reason, as the owner reads them", () => {
  const parsed = parseReturnRequest(sent, items.length);
  expect(parsed).toEqual({
    ok: true,
    value: { lines: [1], wish: "return", reason: "faulty", note: "Seam open" },
  });
  if (!parsed.ok) throw new Error("refused");
  expect(tellReturnRequest({ number: 7, items }, parsed.value)).toEqual({
    subject: "Return: ORD-007",
    message: "Return, order ORD-007\n\nReason: Damaged or faulty\n\nSeam open\n\n1 × Links Polo (M)",
  });
});

test("[AS-2] an exchange and another reason need words, and words have an end", () => {
  const errorsOf = (changes: Partial<typeof sent>) => {
    const parsed = parseReturnRequest({ ...sent, ...changes }, items.length);
    return parsed.ok ? {} : parsed.errors;
  };
  expect(errorsOf({ wish: "exchange", note: "" })).toEqual({ note: "Tell us what you would like instead" });
  expect(errorsOf({ reason: "other", note: " " })).toEqual({ note: "Tell us what is wrong" });
  expect(errorsOf({ note: "x".repeat(RETURN_NOTE_MAX + 1) })).toEqual({
    note: "Use at most 2,000 characters",
  });
  expect(errorsOf({ lines: ["2", "-1", "0.5"] })).toEqual({ lines: "Choose at least one item" });
});

test("[AS-2] a request about very many items still fits a message", () => {
  const many = Array.from({ length: 50 }, () => ({ ...item, name: "N".repeat(200) }));
  const parsed = parseReturnRequest({ ...sent, lines: many.map((_, at) => String(at)) }, many.length);
  if (!parsed.ok) throw new Error("refused");
  expect(tellReturnRequest({ number: 7, items: many }, parsed.value).message).toHaveLength(5_000);
});
