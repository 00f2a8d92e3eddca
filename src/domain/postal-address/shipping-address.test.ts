import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pat as examplePat } from "#test/sales/people.ts";
import {
  emptyShippingInfo,
  isEmail,
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

  test("[CK-3] asks for what is empty", () => {
    const parsed = parseShippingInfo({ ...emptyShippingInfo, name: "  " });
    expect(parsed.ok ? null : parsed.errors).toEqual({
      name: "Enter your full name",
      email: "Enter your email",
      address1: "Enter your address",
      city: "Enter your city",
      state: "Choose your state",
      postalCode: "Enter your ZIP code",
    });
  });

  test.each([
    ["a name of one letter", { name: " P " }, "name"],
    ["a mail address without a domain", { email: "pat@localhost" }, "email"],
    ["two mail addresses", { email: "pat@example.com,eve@example.com" }, "email"],
    ["a state that is none", { state: "Bavaria" }, "state"],
    ["a postal code of another country", { postalCode: "SW1A 1AA" }, "postalCode"],
    ["half a ZIP+4", { postalCode: "85001-12" }, "postalCode"],
    ["a phone number without digits", { phone: "call me" }, "phone"],
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
    ["spaces around", { name: "  Pat   Example ", email: " pat@example.com " }],
  ])("[CK-3] accepts %s", (_what, change) => {
    expect(errorsOf(change)).toEqual({});
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

test.each(["a@b.co", "first.last+tag@sub.example.com", "o'hara@example.org"])(
  "[CK-3] %s is a mail address",
  (text) => {
    expect(isEmail(text)).toBe(true);
  },
);

test.each([
  "",
  "a@b",
  "@example.com",
  "a b@example.com",
  "a@exa mple.com",
  "a@example.com\r\nBcc: eve@example.com",
  "a@-example.com",
  "a..b@example.com",
  "<a@example.com>",
])("%j is no mail address", (text) => {
  expect(isEmail(text)).toBe(false);
});

test("every state is known by its code and its name", () => {
  for (const [code, name] of usStates) {
    expect(parseUsState(code.toLowerCase())).toBe(code);
    expect(parseUsState(name)).toBe(code);
  }
});
