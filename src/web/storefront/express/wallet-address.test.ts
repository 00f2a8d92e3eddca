import { describe, expect, test } from "vitest";
import { pat } from "#test/sales/people.ts";
import { isRefused, readWallet } from "./wallet-address.ts";

const home = {
  line1: pat.address1,
  line2: null,
  city: pat.city,
  state: pat.state,
  postal_code: pat.postalCode,
  country: "US",
};
const billingDetails = { name: "Pat Card", email: pat.email, address: home };
const walletAt = (address: Partial<typeof home>, name = pat.name) => ({
  billingDetails,
  shippingAddress: { name, address: { ...home, ...address } },
});

describe("[PA-2] the place that a wallet shows before 'Pay'", () => {
  test.each([
    ["a state by its code", {}, false],
    ["a state by its name", { state: "Oregon" }, false],
    ["another country", { country: "CA", state: "ON", postal_code: "M5V 2T6" }, true],
    ["another country that also has this ZIP code", { country: "MX" }, true],
    ["no country", { country: "" }, true],
    ["no ZIP code", { postal_code: "" }, true],
    ["no city", { city: "" }, true],
    ["a state that there is not", { state: "ZZ" }, true],
  ])("%s", (_what, change, refused) => {
    expect(isRefused({ ...home, ...change })).toBe(refused);
  });
});

describe("[PA-2] what a wallet hands over", () => {
  test("goes on the parcel as if it had been typed", () => {
    expect(readWallet(walletAt({ state: "arizona" }))).toEqual({ ok: true, value: pat });
    expect(readWallet(walletAt({}, ""))).toMatchObject({ ok: true, value: { name: "Pat Card" } });
  });

  test.each([
    [
      walletAt({ country: "CA", state: "ON", postal_code: "M5V 2T6" }),
      "We ship within the United States only. Change it in your wallet, or choose another address there. Nothing was charged.",
    ],
    [
      walletAt({ line1: "" }),
      "Enter your address. Change it in your wallet, or choose another address there. Nothing was charged.",
    ],
    [
      { ...walletAt({}), billingDetails: { ...billingDetails, email: "" } },
      "Enter your email. Change it in your wallet, or choose another address there. Nothing was charged.",
    ],
    [
      {},
      "We ship within the United States only. Change it in your wallet, or choose another address there. Nothing was charged.",
    ],
  ])("is refused with a sentence", (wallet, said) => {
    expect(readWallet(wallet)).toEqual({ ok: false, said });
  });
});
