import fc from "fast-check";
import { expect, test } from "vitest";
import { usStates } from "../postal-address/us-states.ts";
import {
  formatStateTaxes,
  parseStateRates,
  soundStateTaxes,
  stateRateLines,
  stateRatesText,
} from "./state-rates.ts";

test("[KN-3] a line names a state and its rate, by letters or by name", () => {
  const typed = "CA 7.25\n\n az: 8.6 %\nNew York = 4\nOR 0\nU.S. Virgin Islands .5";
  const { rates, taxedShipping, wrong } = parseStateRates(`${typed}\nWA 6.5 + Shipping\nTX 6.25% shipping`);
  expect(wrong).toEqual([]);
  expect(rates).toEqual({ CA: 7.25, AZ: 8.6, NY: 4, OR: 0, VI: 0.5, WA: 6.5, TX: 6.25 });
  expect(taxedShipping).toEqual(["WA", "TX"]);
  expect(formatStateTaxes({ stateRates: rates, taxedShipping })).toBe(
    "AZ 8.6\nCA 7.25\nNY 4\nOR 0\nTX 6.25 + shipping\nWA 6.5 + shipping\nVI 0.5",
  );
});

test.each([
  ["XX 5", '"XX" is not a state: enter a line such as AZ 8.6'],
  ["Provence 5", '"Provence" is not a state: enter a line such as AZ 8.6'],
  ["8.6", '"" is not a state: enter a line such as AZ 8.6'],
  ["AZ", "Enter a rate for AZ, such as 8.6"],
  ["AZ 15.1", "The rate for AZ must be a number from 0 to 15"],
  ["AZ -1", "The rate for AZ must be a number from 0 to 15"],
  ["AZ lots", "The rate for AZ must be a number from 0 to 15"],
  ["AZ 8.6 7", "The rate for AZ must be a number from 0 to 15"],
  ["AZ 1e1", "The rate for AZ must be a number from 0 to 15"],
  ["AZ 8.6001", "Use at most three decimals for AZ"],
  ["AZ 8\nArizona 9", "AZ is listed twice"],
])("[KN-3] %j is refused with what to do", (typed, said) => {
  expect(parseStateRates(typed).wrong.map((line) => line.said)).toEqual([said]);
});

test("[KN-3] every table comes back as it was stored, and as it was typed", () => {
  const rates = fc.dictionary(
    fc.constantFrom(...usStates.map(([code]) => code)),
    fc.integer({ min: 0, max: 15_000 }).map((rate) => rate / 1000),
    { noNullPrototype: true },
  );
  fc.assert(
    fc.property(rates, fc.boolean(), (stateRates, isTaxed) => {
      const known = Object.keys(stateRates);
      const stored = { stateRates, taxedShipping: isTaxed ? known : [] };
      const text = formatStateTaxes(stored);
      const { rates, taxedShipping, wrong } = parseStateRates(text);
      expect([rates, taxedShipping.toSorted(), wrong]).toEqual([
        stateRates,
        stored.taxedShipping.toSorted(),
        [],
      ]);
      expect(stateRatesText(stateRateLines(text))).toBe(text);
      expect(soundStateTaxes(JSON.parse(JSON.stringify(stored)))).toEqual(stored);
    }),
  );
  // A rate under the hands of the owner stays on its line.
  expect(stateRateLines("AZ 8.\nCA abc\nNY")).toEqual([
    { state: "AZ", rate: "8.", taxesShipping: false },
    { state: "CA", rate: "abc", taxesShipping: false },
    { state: "NY", rate: "", taxesShipping: false },
  ]);
});

test("a row that was written by hand gives what is sound in it", () => {
  const stateRates = { AZ: 8.6, XX: 5, CA: "7", NY: 16, OR: -1, TX: 1.00001 };
  expect(soundStateTaxes({ stateRates, taxedShipping: ["AZ", "NY", 7] })).toEqual({
    ...{ stateRates: { AZ: 8.6 }, taxedShipping: ["AZ"] },
  });
  for (const broken of [null, 7, "AZ", ["AZ"]])
    expect(soundStateTaxes({ stateRates: broken, taxedShipping: broken })).toEqual({
      ...{ stateRates: {}, taxedShipping: [] },
    });
});
