import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { defaultStoreSettings } from "#domain/settings/settings.ts";
import { WhyChoose } from "./why-choose.tsx";

const { shipping } = defaultStoreSettings;
const drawn = (changes: Partial<typeof shipping>) => {
  const props = { storeName: "Golf Pro Shop", businessDays: "3-5 business days" };
  return renderToStaticMarkup(createElement(WhyChoose, { ...props, shipping: { ...shipping, ...changes } }));
};

test("[CA-2] the home page promises free shipping where the flat rate is off or nothing, and else the rate", () => {
  expect(drawn({})).toContain("within the US, at one flat rate that you see before you pay.");
  for (const free of [{ enableFlatRateShipping: false }, { flatRateShippingCost: 0 }]) {
    expect(drawn(free)).toContain("Shipping in 3-5 business days within the US, free on every order.");
    expect(drawn(free)).not.toContain("flat rate");
  }
});
