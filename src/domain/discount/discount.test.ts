import { describe, expect, test } from "vitest";
import { readForm } from "../form/form-saved.ts";
import { normalCode } from "./discount.ts";
import {
  type DiscountForm,
  discountForm,
  discountFormOf,
  emptyDiscount,
  parseDiscount,
} from "./discount-form.ts";
import { discountState, tellUses } from "./discount-state.ts";

const ZONE = "America/New_York";
const form = (change: Partial<DiscountForm>): DiscountForm => ({
  ...emptyDiscount,
  ...{ code: "summer10", value: "10" },
  ...change,
});

describe("a discount's form", () => {
  test("[DC-1] times are on the store's clocks, in winter and in summer, and a stored discount opens as it was typed", () => {
    const typed = form({ startsAt: "2026-11-27T00:00", endsAt: "2027-07-01T23:59", subtotalMin: "49.50" });
    const parsed = parseDiscount(typed, ZONE);
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
    expect(parsed.value).toMatchObject({
      code: "SUMMER10",
      startsAt: "2026-11-27T05:00:00.000Z",
      endsAt: "2027-07-02T03:59:00.000Z",
      subtotalMin: 4950,
    });
    expect(discountFormOf(parsed.value, ZONE)).toEqual({ ...typed, code: "SUMMER10", name: "SUMMER10" });
  });

  test.each<[Partial<DiscountForm>, keyof DiscountForm]>([
    [{ code: "" }, "code"],
    [{ code: "X" }, "code"],
    [{ code: "ten percent" }, "code"],
    [{ code: "A".repeat(31) }, "code"],
    [{ applies: "itself", name: " " }, "name"],
    [{ value: "0" }, "value"],
    [{ value: "101" }, "value"],
    [{ value: "7.5" }, "value"],
    [{ kind: "amount", value: "0" }, "value"],
    [{ kind: "amount", value: "abc" }, "value"],
    [{ kind: "amount", value: "-5" }, "value"],
    [{ usesMax: "0" }, "usesMax"],
    [{ usesMax: "1.5" }, "usesMax"],
    [{ usesPerEmailMax: "many" }, "usesPerEmailMax"],
    [{ subtotalMin: "a lot" }, "subtotalMin"],
    [{ startsAt: "tomorrow" }, "startsAt"],
    [{ startsAt: "2026-02-30T10:00" }, "startsAt"],
    [{ endsAt: "9999-12-31T23:59" }, "endsAt"],
    [{ startsAt: "2026-06-02T10:00", endsAt: "2026-06-02T10:00" }, "endsAt"],
    [{ scope: "products", productIds: ["no id"] }, "productIds"],
    [{ scope: "categories" }, "categories"],
    [{ scope: "collection" }, "collectionId"],
  ])("[DC-1] %o is refused with a sentence at its field", (change, field) => {
    const parsed = parseDiscount(form(change), ZONE);
    expect(parsed.ok ? {} : parsed.errors).toEqual({ [field]: expect.stringMatching(/\w{3}/) });
  });

  test("[DC-1] a code is the same however it is typed, and a text that can't be one is none", () => {
    expect(normalCode(" Summer_10 ")).toBe("SUMMER_10");
    expect(normalCode("\u200bＳummer–10 ")).toBe("SUMMER-10");
    expect(["", "x", "-A", "A B", "É10", 5, null].map(normalCode)).toEqual(["", "", "", "", "", "", ""]);
  });
});

test("[DC-1] a discount is active, scheduled, ended, used up, off, or without its collection", () => {
  const now = Date.UTC(2026, 5, 1);
  const values = parseDiscount(form({}), ZONE);
  if (!values.ok) throw new Error("refused");
  const row = { ...values.value, isOn: true, version: 1, taken: 0, uses: 0, collection: null };
  const later = "2026-07-01T00:00:00.000Z";
  const before = "2026-05-01T00:00:00.000Z";
  expect(discountState(row, now)).toBe("active");
  expect(discountState({ ...row, startsAt: later }, now)).toBe("scheduled");
  expect(discountState({ ...row, endsAt: before }, now)).toBe("ended");
  expect(discountState({ ...row, usesMax: 2, uses: 2, taken: 1 }, now)).toBe("used_up");
  expect(discountState({ ...row, isOn: false, endsAt: before }, now)).toBe("off");
  const collection = { name: "Gifts", isShown: true };
  const forIt = { ...row, collectionId: "c1", collection };
  expect(discountState(forIt, now)).toBe("active");
  for (const change of [null, { ...collection, isShown: false }])
    expect(discountState({ ...forIt, collection: change }, now)).toBe("no_collection");
  expect(tellUses({ taken: 1, uses: 2, usesMax: 5 })).toBe("1 of 5, 1 in a checkout");
});

test("[DC-1] the page knows each field's rule by the schema, whatever a browser leaves out", () => {
  const schema = discountForm("America/Phoenix");
  const fields = { applies: "code", code: "GOLF10", kind: "percent", value: "10", scope: "all" };
  expect(readForm(schema, fields).ok).toBe(true);
  expect(readForm(schema, { ...fields, code: "G", value: "0" })).toMatchObject({
    errors: {
      code: expect.stringContaining("2 to 30 letters"),
      value: "Percent must be a whole number from 1 to 100",
    },
  });
});
