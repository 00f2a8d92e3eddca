import { expect, test } from "vitest";
import { nextStep } from "./next-step.ts";

const order = {
  ...{ attention: [] as string[], hasReturn: false, isToShip: false, hasShipments: false },
  waitingFor: null as number | null,
};

test("[AO-1] a row of the list says what the order asks for, the most pressing first", () => {
  const text = (change: Partial<typeof order>) => nextStep({ ...order, ...change })?.text ?? null;
  expect(text({})).toBeNull();
  expect(text({ isToShip: true })).toBe("Pack");
  expect(text({ isToShip: true, hasShipments: true })).toBe("Pack the rest");
  expect(text({ isToShip: true, waitingFor: 3475 })).toBeNull();
  expect(text({ isToShip: true, hasReturn: true, waitingFor: 3475 })).toBe("Answer return");
  expect(text({ isToShip: true, hasReturn: true, attention: ["refund_failed"] })).toBe("Refund failed");
  expect(text({ attention: ["refund_lines", "disputed"] })).toBe("Answer dispute");
  expect(text({ attention: ["amount_mismatch"] })).toBe("Payment needs a look");
  expect(text({ attention: ["of another version"] })).toBe("Needs a look");
});
