// Where a product is met: how a garment stands, hangs or lies there.
import type { Arm, Cut } from "../drawing/cut.ts";
import type { Drawing } from "../picture.ts";
import type { Scene } from "./compose.ts";
import { bench, table, WOOD, wall } from "./places.ts";
import { ball, hanger, scorecard } from "./props.ts";
import { HOURS } from "./surfaces.ts";

type Wood = keyof typeof WOOD;

const PROPS = {
  ball: ball({ x: 1010, y: 1300, scale: 1.15 }),
  pair: ball({ x: 1060, y: 1262, scale: 1 }) + ball({ x: 930, y: 1352, scale: 1.15 }),
  scorecard: scorecard({ x: 900, y: 1352, degrees: -7, scale: 1, tilt: 0.62 }),
} as const;

/** A hat on a bench next to the fairway, in the light of an hour. */
export function onBench(
  drawing: Drawing,
  hour: keyof typeof HOURS,
  wood: Wood,
  prop: keyof typeof PROPS,
  [right, down]: readonly [number, number] = [0, 0],
): Scene {
  return {
    place: bench(HOURS[hour], WOOD[wood], 7),
    garments: [{ drawing, center: [640 + right, 840 + down], scale: 0.95, shadow: "own" }],
    inFront: PROPS[prop],
  };
}

/** A hat on the middle peg of the starter's hut. */
export function onPeg(
  drawing: Drawing,
  paint: Wood,
  center: readonly [number, number],
  scale: number,
): Scene {
  return {
    place: wall(WOOD[paint], WOOD.oak, 5),
    garments: [{ drawing, center, scale, degrees: -3, shadow: { dx: 46, dy: 62, blur: 30, opacity: 0.4 } }],
  };
}

const arm = (shoulder: number, elbow = 0): Arm => ({ shoulder, elbow, length: 1 });

/** On a hanger sleeves fall straight down. */
export const HANGING = {
  short: { waist: 0.04, flare: 0.01, longer: 30, tail: 10, arms: [arm(-17), arm(-17)] },
  long: { waist: 0.05, flare: 0, longer: 20, tail: 8, arms: [arm(-6, 4), arm(-6, 3)] },
} satisfies Record<string, Cut>;

/** A shirt on a hanger, on the middle peg. */
export function onHanger(drawing: Drawing, paint: Wood): Scene {
  return {
    place: wall(WOOD[paint], WOOD.oak, 11),
    behind: hanger(428),
    garments: [
      {
        drawing,
        center: [606, 912],
        scale: 0.88,
        degrees: 0.8,
        shadow: { dx: 48, dy: 58, blur: 34, opacity: 0.36 },
      },
    ],
  };
}

/** The shirt's front with sleeves, sides and lower half folded behind. */
const FOLDED =
  "M470 130H730L742 262L838 300C850 306 856 316 856 330L848 850C848 872 836 884 816 886C676 898 524 898 384 886C364 884 352 872 352 850L344 330C344 316 350 306 362 300L458 262Z";

/** A folded shirt on the table of the clubhouse, a scorecard next to it. */
export function folded(drawing: Drawing, wood: Wood, degrees: number): Scene {
  return {
    place: table(WOOD[wood], 3),
    garments: [
      {
        drawing,
        center: [590, 980],
        scale: 1.3,
        degrees,
        folded: FOLDED,
        shadow: { dx: 30, dy: 38, blur: 24, opacity: 0.48 },
      },
    ],
    inFront:
      scorecard({ x: 930, y: 1290, degrees: -14, scale: 1 }) + ball({ x: 170, y: 1320, scale: 1.2 }, true),
  };
}
