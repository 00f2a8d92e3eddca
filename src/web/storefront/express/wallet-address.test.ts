import { describe, expect, test } from "vitest";
import { pat } from "#test/sales/people.ts";
import { isRefused, readWallet, shipToOf } from "./wallet-address.ts";

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

test("[PA-2] [kind: addresses as wallets write them] a territory is a state to the shop", () => {
  const juan = { country: "PR", state: "", city: "San Juan", postal_code: "00901" };
  expect(readWallet(walletAt(juan))).toMatchObject({ ok: true, value: { state: "PR", country: "US" } });
  expect(shipToOf({ ...home, ...juan })).toBe("PR");
  expect(shipToOf({ ...home, state: "Washington DC" })).toBe("DC");
});

describe("[PA-2] the place that a wallet shows before 'Pay'", () => {
  test.each([
    ["a state by its code", {}, false],
    ["a state by its name", { state: "Arizona" }, false],
    ["a state as addresses shorten it", { state: "Ariz." }, false],
    ["the United States by another name", { country: "USA" }, false],
    ["Puerto Rico", { country: "PR", state: "", city: "San Juan", postal_code: "00901" }, false],
    ["Guam", { country: "GU", state: "", city: "Hagatna", postal_code: "96910" }, false],
    ["the Virgin Islands", { country: "VI", state: "", city: "St Thomas", postal_code: "00802" }, false],
    ["a ZIP code without its hyphen", { postal_code: "850011234" }, false],
    ["a ZIP code of another state", { state: "Oregon" }, true],
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
  test("goes on the shipment as if it had been typed", () => {
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
      "Address must be at least 5 characters. Change it in your wallet, or choose another address there. Nothing was charged.",
    ],
    [
      { ...walletAt({}), billingDetails: { ...billingDetails, email: "" } },
      "Invalid email address. Change it in your wallet, or choose another address there. Nothing was charged.",
    ],
    [
      {},
      "We ship within the United States only. Change it in your wallet, or choose another address there. Nothing was charged.",
    ],
  ])("is refused with a sentence", (wallet, said) => {
    expect(readWallet(wallet)).toEqual({ ok: false, said });
  });
});
