import { expect, test } from "vitest";
import { formatExtraPaymentEnd } from "./extra-payment.ts";

test("[RF-5] while the state of a payment is unknown, no message says that nothing was charged", () => {
  const { title, text } = formatExtraPaymentEnd("unavailable");
  expect(title).toBe("We can't check the payment right now");
  expect(text).toContain("don't pay again");
  expect(text).not.toMatch(/charged/i);
  expect(formatExtraPaymentEnd("over").text).toContain("Nothing was charged.");
});
