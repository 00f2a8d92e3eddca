import fc from "fast-check";
import { expect, test } from "vitest";
import { defaultHoldCaps, findOverCap, type HeldPieces, PIECES_ALWAYS, tellOverCap } from "./hold-caps.ts";

const caps = defaultHoldCaps;
const line = (name: string, quantity: number, available: number) => {
  return { productId: name, variation: "", name, quantity, available };
};
const cart = fc.array(fc.record({ option: fc.nat(2), quantity: fc.integer({ min: 1, max: 99 }) }), {
  minLength: 1,
  maxLength: 12,
});

test("[TR-3] whoever asks again and again, padded with whatever there is, holds at most half of an option, or 12", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 3, maxLength: 3 }),
      cart,
      (shelf, asks) => {
        const held = new Map<number, number>();
        const left = (option: number) => (shelf[option] ?? 0) - (held.get(option) ?? 0);
        for (const { option, quantity } of asks) {
          if (quantity > left(option)) continue;
          const mine: HeldPieces[] = [...held].map(([at, pieces]) => line(`${at}`, pieces, left(at)));
          const over = findOverCap([line(`${option}`, quantity, left(option))], {
            held: mine,
            caps,
            isClientCounted: true,
          });
          const most = over?.lines[0]?.most;
          // What is said to be possible is possible, and one more is not.
          expect(most === undefined || most < quantity).toBe(true);
          held.set(option, (held.get(option) ?? 0) + (most ?? quantity));
        }
        for (const [option, pieces] of held)
          expect(pieces).toBeLessThanOrEqual(Math.max(PIECES_ALWAYS, Math.floor((shelf[option] ?? 0) / 2)));
      },
    ),
  );
});

test("[TR-3] twelve pieces in one order always go through, if they are there", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: PIECES_ALWAYS }), fc.nat(500), (quantity, more) => {
      const asked = { held: [], caps, isClientCounted: true };
      expect(findOverCap([line("cap", quantity, quantity + more)], asked)).toBeNull();
    }),
  );
});

test("[TR-3] the refusal says what can be had, and what to do next", () => {
  const over = (most: number, all: number | null, heldElsewhere: number) =>
    tellOverCap({ lines: [{ name: "Polo", selectedOption: "M", most }], most: all, heldElsewhere }).join(" ");
  expect(over(14, null, 0)).toBe(
    "You can order up to 14 of Polo (M) at once. Lower the quantity and try again, or write to us for a larger order.",
  );
  expect(over(0, null, 12)).toMatch(
    /^All that you can order of Polo \(M\) at once .* try again in a few minutes\.$/,
  );
  expect(over(3, 1, 0)).toContain("You can order up to 1 piece at once.");
});
