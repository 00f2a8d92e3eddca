import fc from "fast-check";
import { expect, test } from "vitest";
import { FIT, moved, pinched, SCALE_MAX, type ZoomBox, type ZoomView, zoomedAt } from "./zoom-view.ts";

/** A phone: the picture is as wide as the stage and less high. */
const box: ZoomBox = { stage: { width: 390, height: 844 }, picture: { width: 390, height: 487.5 } };

test("[CH-6] zooming keeps under the finger what was there, until an edge is reached", () => {
  const at = { x: 60, y: -40 };
  const view = zoomedAt(FIT, 4, at, box);
  expect(view.scale).toBe(4);
  // The spot of the picture that is drawn under the finger.
  expect((at.x - view.x) / view.scale).toBeCloseTo(at.x);
  expect((at.y - view.y) / view.scale).toBeCloseTo(at.y);
  expect(zoomedAt(view, 1, at, box)).toEqual(FIT);
  expect(
    zoomedAt(FIT, 2, { x: 0, y: -240 }, box),
    "lower than the screen: it stays in the middle",
  ).toMatchObject({
    y: 65.5,
  });
});

test("[CH-6] two fingers that only move take the picture along", () => {
  const view = zoomedAt(FIT, 3, { x: 0, y: 0 }, box);
  const both = pinched(view, { from: { x: 10, y: 10 }, to: { x: 40, y: 0 }, scale: 3 }, box);
  expect(both).toEqual({ scale: 3, x: 30, y: -10 });
  expect(moved(view, { x: 30, y: -10 }, box)).toEqual(both);
});

test("[CH-6] whatever fingers do, a picture never leaves its stage and never grows beyond what it has", () => {
  const number = fc.double({ min: -2_000, max: 2_000, noNaN: true });
  const point = fc.record({ x: number, y: number });
  const size = fc.record({
    width: fc.integer({ min: 1, max: 3_000 }),
    height: fc.integer({ min: 1, max: 3_000 }),
  });
  const step = fc.record({ from: point, to: point, scale: fc.double({ min: 0, max: 50, noNaN: true }) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 6 }), size, size, (steps, stage, room) => {
      const ratio = Math.min(stage.width / room.width, stage.height / room.height);
      const picture = { width: room.width * ratio, height: room.height * ratio };
      const view = steps.reduce<ZoomView>(
        (before, fingers) =>
          moved(pinched(before, fingers, { stage, picture }), fingers.to, { stage, picture }),
        FIT,
      );
      expect(view.scale).toBeGreaterThanOrEqual(1);
      expect(view.scale).toBeLessThanOrEqual(SCALE_MAX);
      for (const [at, edge] of [
        [view.x, "width"],
        [view.y, "height"],
      ] as const) {
        const hidden = Math.max(0, (picture[edge] * view.scale - stage[edge]) / 2);
        expect(Math.abs(at)).toBeLessThanOrEqual(hidden + 1e-6);
      }
    }),
  );
});
