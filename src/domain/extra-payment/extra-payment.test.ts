import { expect, test } from "vitest";
import { formatExtraPaymentEnd } from "./extra-payment.ts";

test("[RF-5] while nobody can ask what became of a payment, nobody is told that nothing was charged", () => {
  const { title, text } = formatExtraPaymentEnd("unavailable");
  expect(title).toBe("We can't see the payment right now");
  expect(text).toContain("do not pay again");
  expect(text).not.toMatch(/charged/i);
  expect(formatExtraPaymentEnd("over").text).toContain("Nothing was charged.");
});
