import { mapPath, type Point } from "./paths.ts";
import { PICTURE } from "./svg.ts";

/** How an arm lies: degrees away from the body at the shoulder, degrees back to it at the elbow, and its length. */
export type Arm = { shoulder: number; elbow: number; length: number };

/** How a shirt differs from the pattern that all are drawn by. Shares of the width, and units of the drawing board. */
export type Cut = {
  /** Narrower at the waist by this share. */
  waist: number;
  /** Wider at the hem by this share. */
  flare: number;
  /** Longer by so many units. */
  longer: number;
  /** The hem hangs this much lower in the middle than at its sides. */
  tail: number;
  arms: readonly [left: Arm, right: Arm];
};

const CENTER = PICTURE.width / 2;
const SHOULDER: Point = [300, 420];
const ELBOW: Point = [196, 790];
const HEM_Y = 1250;
const HALF_HEM = 308;

/** 0 before `from`, 1 after `to`, and smooth between. */
function ease(from: number, to: number, at: number): number {
  const t = Math.min(1, Math.max(0, (at - from) / (to - from)));
  return t * t * (3 - 2 * t);
}

function turned([x, y]: Point, [cx, cy]: Point, degrees: number): Point {
  const angle = (degrees * Math.PI) / 180;
  const [dx, dy] = [x - cx, y - cy];
  return [cx + dx * Math.cos(angle) - dy * Math.sin(angle), cy + dx * Math.sin(angle) + dy * Math.cos(angle)];
}

/** On the left of the picture a positive angle of an arm leads away from the body. */
function armPoint(at: Point, { shoulder, elbow, length }: Arm): Point {
  const isArm = ease(306, 214, at[0]);
  if (isArm === 0) return at;
  const bent = turned(at, ELBOW, -elbow * ease(690, 900, at[1]) * isArm);
  const [x, y] = turned(bent, SHOULDER, shoulder * isArm);
  const stretch = 1 + (length - 1) * isArm;
  return [SHOULDER[0] + (x - SHOULDER[0]) * stretch, SHOULDER[1] + (y - SHOULDER[1]) * stretch];
}

function bodyPoint([x, y]: Point, { waist, flare, longer, tail }: Cut): Point {
  const isBody = ease(200, 292, x);
  const down = ease(560, HEM_Y, y);
  const atWaist = Math.exp(-(((y - 850) / 180) ** 2));
  const wider = 1 + (flare * down - waist * atWaist) * isBody;
  const aside = Math.min(1, Math.abs(x - CENTER) / HALF_HEM);
  const lower = (longer * down + tail * down ** 3 * (1 - aside * aside)) * isBody;
  return [CENTER + (x - CENTER) * wider, y + lower];
}

/** The panel of the pattern as this shirt is cut. Both halves meet in the middle, which stays where it is. */
export function cutPath(path: string, cut: Cut): string {
  return mapPath(path, (x, y) => {
    const isRight = x > CENTER;
    const here: Point = [isRight ? PICTURE.width - x : x, y];
    const [ownX, ownY] = bodyPoint(armPoint(here, cut.arms[isRight ? 1 : 0]), cut);
    return [isRight ? PICTURE.width - ownX : ownX, ownY];
  });
}
