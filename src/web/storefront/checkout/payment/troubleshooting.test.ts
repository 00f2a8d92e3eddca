import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Troubleshooting } from "./troubleshooting.tsx";

test.each([
  ["not-configured", "Stripe is not configured", "STRIPE_SECRET_KEY"],
  ["not-deployed", "Edge Functions Not Deployed", "/functions/v1/create-payment-intent"],
] as const)(
  "[CK-6] setup advice on %s shows outside live mode, and in it not to everyone",
  (failure, title, step) => {
    const drawn = (mode: "sandbox" | "live") =>
      renderToStaticMarkup(createElement(Troubleshooting, { mode, failure, detail: "HTTP 404" }));
    expect(drawn("sandbox")).toContain(title);
    expect(drawn("sandbox")).toContain(step);
    expect(drawn("sandbox")).toContain("Answer: HTTP 404");
    expect(drawn("live")).toBe("");
  },
);
