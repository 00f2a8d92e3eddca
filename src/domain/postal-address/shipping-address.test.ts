import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pat as examplePat } from "#test/sales/people.ts";
import {
  emptyShippingInfo,
  parseShippingInfo,
  type ShippingInfo,
  toOrderAddress,
} from "./shipping-address.ts";
import { parseUsState, usStates } from "./us-states.ts";

const pat: ShippingInfo = { ...examplePat, phone: "(602) 555-0142", address2: "Unit 2" };

function errorsOf(change: Record<string, unknown>) {
  const parsed = parseShippingInfo({ ...pat, ...change });
  return parsed.ok ? {} : parsed.errors;
}

describe("the shipping form", () => {
  test("[CK-3] accepts a complete address", () => {
    expect(parseShippingInfo(pat)).toEqual({ ok: true, value: pat });
  });

  test("[CK-3] says each rule's message beneath its field", () => {
    const tooShort = { name: "P", email: "p", address1: "1 F", city: "P", state: "A", postalCode: "8500" };
    expect(errorsOf(tooShort)).toEqual({
      name: "Name must be at least 2 characters",
      email: "Invalid email address",
      address1: "Address must be at least 5 characters",
      city: "City must be at least 2 characters",
      state: "State must be at least 2 characters",
      postalCode: "Postal code must be at least 5 characters",
    });
  });

  test("[CK-3] an empty field shows the message of the table", () => {
    const parsed = parseShippingInfo({ ...emptyShippingInfo, name: "  " });
    expect(parsed.ok ? null : parsed.errors).toEqual({
      name: "Name must be at least 2 characters",
      email: "Invalid email address",
      address1: "Address must be at least 5 characters",
      city: "City must be at least 2 characters",
      state: "State must be at least 2 characters",
      postalCode: "Postal code must be at least 5 characters",
    });
  });

  test.each([
    ["a name of one letter", { name: " P " }, "name"],
    ["an email address without a domain", { email: "pat@localhost" }, "email"],
    ["two mail addresses", { email: "pat@example.com,eve@example.com" }, "email"],
    ["a state that is none", { state: "Bavaria" }, "state"],
    ["a postal code of another country", { postalCode: "SW1A 1AA" }, "postalCode"],
    ["half a ZIP+4", { postalCode: "85001-12" }, "postalCode"],
    ["a ZIP code of another state", { state: "OR" }, "postalCode"],
    ["a ZIP code that there is not", { postalCode: "00000" }, "postalCode"],
    ["military mail with a civil state", { city: "APO", postalCode: "09012" }, "postalCode"],
    ["another country", { country: "CA" }, "country"],
    ["a text that is far too long", { address1: "x".repeat(201) }, "address1"],
    ["a number instead of a text", { city: 7 }, "city"],
  ])("[CK-3] refuses %s", (_what, change, field) => {
    expect(Object.keys(errorsOf(change))).toEqual([field]);
  });

  test.each([
    ["ZIP+4", { postalCode: "85001-1234" }],
    ["a state's name", { state: "arizona" }],
    ["no country, which is then the US", { country: "" }],
    ["no phone", { phone: "" }],
    ["a territory", { state: "PR", city: "San Juan", postalCode: "00901" }],
    ["military mail", { state: "AP", city: "APO", postalCode: "96301" }],
    ["spaces around", { name: "  Pat   Example ", email: " pat@example.com " }],
  ])("[CK-3] accepts %s", (_what, change) => {
    expect(errorsOf(change)).toEqual({});
  });

  test.each([
    ["ZIP+4 without its hyphen", { postalCode: "850011234" }, { postalCode: "85001-1234" }],
    ["ZIP+4 with a blank", { postalCode: "85001 1234" }, { postalCode: "85001-1234" }],
    ["ZIP+4 with a dash", { postalCode: "85001–1234" }, { postalCode: "85001-1234" }],
    ["a ZIP code with a hyphen to go on", { postalCode: "85001-" }, { postalCode: "85001" }],
    ["a ZIP code in full-width digits", { postalCode: "８５００１" }, { postalCode: "85001" }],
    ["an extension", { phone: "602-555-0100 x12" }, { phone: "602-555-0100 x12" }],
    ["a phone's own hyphens", { phone: "602‑555‑0100" }, { phone: "602-555-0100" }],
    ["a phone number as a link", { phone: "tel:+16025550100" }, { phone: "tel:+16025550100" }],
    ["no phone number at all", { phone: "call me" }, { phone: "call me" }],
    ["a phone number without an end", { phone: "6".repeat(500) }, { phone: "6".repeat(40) }],
    ["curly hyphens in a name", { name: "Pat Ex‑Ample" }, { name: "Pat Ex-Ample" }],
    ["a joiner in a name", { name: "علی‌زاده" }, { name: "علی‌زاده" }],
    ["a half of a house number", { address1: "12½ Fairway Lane" }, { address1: "12½ Fairway Lane" }],
    ["a state as addresses shorten it", { state: "Ariz." }, { state: "AZ" }],
    ["full-width letters in an email", { email: "ｐａｔ@example.com" }, { email: "pat@example.com" }],
  ])("[CK-3] [kind: addresses as people write them] takes %s", (_what, change, stored) => {
    expect(parseShippingInfo({ ...pat, ...change })).toEqual({ ok: true, value: { ...pat, ...stored } });
  });

  test("[CK-3] says where a ZIP code is", () => {
    expect(errorsOf({ state: "OR" })).toEqual({
      postalCode: "ZIP code 85001 is in Arizona. Check ZIP code and state",
    });
    expect(errorsOf({ postalCode: "99999-1234" })).toEqual({
      postalCode: "ZIP code 99999-1234 is in Alaska. Check ZIP code and state",
    });
    expect(errorsOf({ postalCode: "00000" })).toEqual({ postalCode: "There is no ZIP code 00000" });
  });

  test("never throws, and what it accepts it accepts again", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string({ unit: "binary" }), (anything, text) => {
        parseShippingInfo(anything);
        const parsed = parseShippingInfo({ ...pat, name: text, address1: text, city: text });
        if (parsed.ok) expect(parseShippingInfo(parsed.value)).toEqual(parsed);
      }),
    );
  });

  test("keeps the address on the order as the specification names it", () => {
    expect(toOrderAddress({ ...pat, phone: "", address2: "" })).toEqual({
      customer_name: "Pat Example",
      customer_email: "pat@example.com",
      line1: "1 Fairway Lane",
      line2: null,
      city: "Phoenix",
      state: "AZ",
      postal_code: "85001",
      country: "US",
    });
  });
});

test("every state is known by its code and its name", () => {
  for (const [code, name] of usStates) {
    expect(parseUsState(code.toLowerCase())).toBe(code);
    expect(parseUsState(name)).toBe(code);
  }
  for (const [text, code] of Object.entries({
    "N.Y.": "NY",
    "Washington DC": "DC",
    "D.C.": "DC",
    "Calif.": "CA",
  }))
    expect(parseUsState(text)).toBe(code);
  for (const text of ["", "?", "Bavaria", "ZZ", "Arizon"]) expect(parseUsState(text)).toBeNull();
});
