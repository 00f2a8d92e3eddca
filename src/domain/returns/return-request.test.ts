import { expect, test } from "vitest";
import {
  formatReturnLines,
  isAllBack,
  isAnswerInForce,
  nextSize,
  optionsAfter,
  parseReturnForm,
  RETURN_NOTE_MAX,
  type ReturnLine,
  type ReturnState,
  returnableLines,
  wishesFor,
} from "./return-request.ts";

const item = {
  ...{ id: "polos", productId: null, name: "Links Polo", image: null, variation: "M", quantity: 3 },
  ...{ price: 3_200, refunded: 0, canceled: 0, sent: 3 },
};
const line: ReturnLine = {
  ...{ itemId: "polos", name: "Links Polo", variation: "M", quantity: 2, received: 1, settled: 1 },
  wanted: null,
};
const asked = (state: ReturnState) => [{ state, lines: [line] }];

test("[RF-7] what can be asked for is what came, is not refunded, and is in no other request", () => {
  const left = (items: (typeof item)[], requests: ReturnType<typeof asked> = []) =>
    returnableLines(items, requests).map(({ left }) => left);
  expect(left([item])).toEqual([3]);
  expect(left([{ ...item, sent: 2 }])).toEqual([2]);
  expect(left([{ ...item, refunded: 3 }])).toEqual([]);
  // One of two was refunded, so one unit of it is spoken for, and two are refunded in all.
  expect(left([{ ...item, refunded: 1 }], asked("received"))).toEqual([1]);
  expect(left([item], asked("requested"))).toEqual([2]);
  for (const over of ["declined", "closed", "refunded"] as const)
    expect(left([item], asked(over))).toEqual([3]);
});

const lines = [{ id: "polos", name: "Links Polo", variation: "M", left: 2, options: [] }];
const typed = { "quantity-polos": "2", reason: "faulty", note: " Seam\u0000 open \r\n" };
const errorsOf = (changes: Record<string, string>) => {
  const parsed = parseReturnForm({ ...typed, ...changes }, lines);
  return parsed.ok ? {} : parsed.errors;
};

const options = [
  { name: "M", free: 2, isSame: true },
  { name: "L", free: 1, isSame: false },
  { name: "XL", free: 0, isSame: false },
];

test("[RF-7] a line can be exchanged for an option of its product of which enough are left", () => {
  const parse = (wanted: string, quantity = "1") => {
    const [line] = lines;
    const sent = { ...typed, "quantity-polos": quantity, "wanted-polos": wanted };
    const parsed = parseReturnForm(sent, line ? [{ ...line, options }] : []);
    return parsed.ok ? { wish: parsed.asked.wish, wanted: parsed.asked.lines[0]?.wanted } : parsed.errors;
  };
  expect(parse("for L")).toEqual({ wish: "exchange", wanted: "L" });
  expect(parse("for M", "2")).toEqual({ wish: "exchange", wanted: "M" });
  expect(parse("refund", "2")).toEqual({ wish: "return", wanted: null });
  const refused = (text: string) => ({ "wanted-polos": text });
  expect(parse("for L", "2")).toEqual(refused("Only 1 of L is left. Choose fewer items, or a refund"));
  expect(parse("for XL")).toEqual(refused("XL is now sold out. Choose another one, or a refund"));
  expect(parse("exchange")).toEqual(refused("Choose a size"));
  for (const wish of ["for S", "L", "for ", "__proto__"])
    expect(parse(wish), wish).toEqual(refused("Choose a refund or an exchange"));
});

test("[RF-7] what is sold out is named, and can't be chosen", () => {
  expect(wishesFor({ options }).map(({ label, isSoldOut }) => [label, isSoldOut])).toEqual([
    ["Refund", false],
    ["Exchange for the same item", false],
    ["Exchange for L", false],
    ["Exchange for XL: sold out", true],
  ]);
});

test("[RF-7] after “Too small” the next larger size is offered first, after “Too large” the next smaller one", () => {
  const sizes = ["S", "M", "L", "XL"].map((name) => ({
    name,
    free: name === "L" ? 0 : 2,
    isSame: name === "M",
  }));
  const offered = (reason: string, of = sizes) => optionsAfter(of, reason).map(({ name }) => name);
  expect(offered("too-small")).toEqual(["L", "XL", "M", "S"]);
  expect(offered("too-large")).toEqual(["S", "M", "L", "XL"]);
  expect(offered("faulty")).toEqual(["S", "M", "L", "XL"]);
  const next = (reason: string, of = sizes) => nextSize(of, reason)?.name;
  // L is sold out.
  expect([next("too-small"), next("too-large"), next("faulty")]).toEqual(["XL", "S", undefined]);
  const cap = [{ name: "", free: 3, isSame: true }];
  expect([offered("too-small", cap), next("too-small", cap)]).toEqual([[""], undefined]);
});

test("[AS-2] a request names units, wish, and reason", () => {
  expect(parseReturnForm(typed, lines)).toEqual({
    ok: true,
    asked: {
      ...{ wish: "return", reason: "faulty", note: "Seam open" },
      lines: [{ itemId: "polos", quantity: 2, wanted: null }],
    },
  });
});

test.each(["3", "-1", "1.5", "1e1", "many", "9999999"])("[RF-7] %s of two units are refused", (count) => {
  expect(errorsOf({ "quantity-polos": count })).toEqual({ lines: "Choose 0 to 2 of Links Polo (M)" });
});

test("[RF-7] each field that is missing or wrong is named", () => {
  expect(errorsOf({ "quantity-polos": "" })).toEqual({ lines: "Choose at least one item" });
  expect(errorsOf({ reason: "__proto__" })).toEqual({ reason: "Choose a reason" });
  expect(errorsOf({ reason: "other", note: "" })).toEqual({ note: "Tell us what is wrong" });
  expect(errorsOf({ note: "x".repeat(RETURN_NOTE_MAX + 1) })).toEqual({
    note: "Use at most 2,000 characters",
  });
});

test("[RF-7] a return is back once every unit of every line is, whatever is settled", () => {
  const back = { ...line, received: 2, settled: 0 };
  expect(isAllBack({ lines: [back, { ...back, settled: 2 }] })).toBe(true);
  expect(isAllBack({ lines: [back, line] })).toBe(false);
});

test("[RF-7] a request is described in words", () => {
  expect(formatReturnLines({ lines: [line, { ...line, wanted: "L" }, { ...line, wanted: "M" }] })).toEqual([
    "2 × Links Polo (M)",
    "2 × Links Polo (M) for L",
    "2 × Links Polo (M) for the same item",
  ]);
});

test("[RF-7] what the owner wrote is shown while units are awaited, and as the reason of a refusal", () => {
  const inForce = (received: number, states: ReturnState[]) =>
    states.filter((state) => isAnswerInForce({ state, lines: [{ ...line, received }] }));
  expect(inForce(0, ["requested", "approved", "declined", "closed"])).toEqual(["approved", "declined"]);
  expect(inForce(1, ["received", "closed"])).toEqual(["received"]);
  expect(inForce(2, ["received", "refunded", "exchanged"])).toEqual([]);
});
