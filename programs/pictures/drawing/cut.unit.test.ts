import { expect, test } from "vitest";
import { type Cut, cutPath } from "./cut.ts";
import { mirrorPath } from "./paths.ts";

const arm = { shoulder: 12, elbow: 20, length: 0.9 };
const cut: Cut = { waist: 0.05, flare: 0.1, longer: 40, tail: 30, arms: [arm, arm] };
const numbers = (path: string) => (path.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);

test("a cut keeps both halves of a shirt together and alike", () => {
  const [x, , lowX] = numbers(cutPath("M600 300L600 1250", cut));
  expect([x, lowX]).toEqual([600, 600]);
  const sleeve = "M284 338L186 430L76 674L262 746";
  expect(numbers(mirrorPath(cutPath(sleeve, cut)))).toEqual(numbers(cutPath(mirrorPath(sleeve), cut)));
});

test("an arm turns away from the body, and the collar stays where it is", () => {
  const [outX = 0] = numbers(cutPath("M76 674", cut));
  const [, inY = 0] = numbers(cutPath("M76 674", { ...cut, arms: [{ ...arm, length: 1 }, arm] }));
  expect(outX).toBeGreaterThan(0);
  expect(inY).toBeLessThan(674);
  expect(cutPath("M472 262L728 262", { ...cut, waist: 0 })).toBe("M472 262L728 262");
});
