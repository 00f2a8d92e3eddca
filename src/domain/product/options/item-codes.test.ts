import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { repeatedCodes } from "./code-owners.ts";
import { parseCode } from "./item-codes.ts";

const message = (typed: string) => {
  const parsed = parseCode("gtin", typed);
  return parsed.ok ? null : parsed.message;
};

describe("[CH-1] a GTIN", () => {
  // Numbers from the public examples of GS1 and of the standards for books and bar codes.
  test.each(["96385074", "036000291452", "4006381333931", "10614141000415", " 4006-3813 33931 "])(
    "is taken with its right check digit: %s",
    (typed) => {
      expect(parseCode("gtin", typed)).toEqual({ ok: true, value: typed.replace(/[\s-]/g, "") });
    },
  );

  test("with a wrong check digit is refused with the right one", () => {
    expect(message("4006381333932")).toBe(
      "The GTIN 4006381333932 has a wrong check digit: after 400638133393 comes 1. Compare it with the digits below the bar code",
    );
  });

  test("of another length, and what is no number, is refused", () => {
    const say = (typed: string) =>
      `The GTIN ${typed} must have 8, 12, 13, or 14 digits: type all digits below the bar code, including leading zeros`;
    // As a spreadsheet leaves a number that began with zero, or was long.
    for (const typed of ["36000291452", "4.00638E+12", "one", "123456789012345"]) {
      expect(message(typed)).toBe(say(typed));
    }
    expect(message("")).toBeNull();
  });

  test("with one digit that is wrong is never taken", () => {
    const digit = fc.integer({ min: 0, max: 9 });
    fc.assert(
      fc.property(fc.nat({ max: 12 }), digit, (at, wrong) => {
        const digits = [..."4006381333931"];
        fc.pre(digits[at] !== String(wrong));
        digits[at] = String(wrong);
        expect(message(digits.join(""))).toMatch(/has a wrong check digit/);
      }),
    );
  });
});

test("[CH-1] a SKU and an MPN are any text of a length, without the sign that parts them in a file", () => {
  expect(parseCode("sku", "  POLO   M ")).toEqual({ ok: true, value: "POLO M" });
  expect(parseCode("sku", "x".repeat(51))).toMatchObject({
    message: "SKU must be at most 50 characters long",
  });
  expect(parseCode("mpn", "a|b")).toMatchObject({ message: "MPN must not contain |" });
});

test("[CH-1] two options of a product have neither one SKU nor one GTIN, in any spelling; an MPN they may share", () => {
  const line = (variation: string, codes: object) => ({ variation, sku: "", gtin: "", mpn: "P", ...codes });
  expect(repeatedCodes([line("S", {}), line("M", {})])).toEqual({});
  expect(
    repeatedCodes([
      line("S", { sku: "Polo", gtin: "036000291452" }),
      line("M", { sku: "POLO" }),
      line("L", { gtin: "0036000291452" }),
    ]),
  ).toEqual({
    "sku:M": "The SKU POLO belongs to “S” already. Give each option its own",
    "gtin:L": "The GTIN 0036000291452 belongs to “S” already. Give each option its own",
  });
});
