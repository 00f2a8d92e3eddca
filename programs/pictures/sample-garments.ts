// What each garment of the sample catalog is made of, and how it is cut.
import type { Oklch } from "./drawing/color.ts";
import type { Arm, Cut } from "./drawing/cut.ts";
import { CLOTH } from "./drawing/palette.ts";
import type { BeanieOptions } from "./hats/beanie.ts";
import type { BucketHatOptions } from "./hats/bucket-hat.ts";
import type { RopeCapOptions } from "./hats/rope-cap.ts";
import type { VisorOptions } from "./hats/visor.ts";
import type { PoloOptions } from "./shirts/polo.ts";
import type { QuarterZipOptions } from "./shirts/quarter-zip.ts";

const ROPE_WHITE: Oklch = [0.96, 0.012, 90];
const TIPPING: Oklch = [0.95, 0.02, 90];

export const ropeCaps: Record<string, RopeCapOptions> = {
  "starters-box-rope-cap": {
    crown: CLOTH.bone,
    brim: CLOTH.fairway,
    rope: [ROPE_WHITE, CLOTH.red],
    patch: CLOTH.fairway,
    ground: "sand",
    seed: 5,
  },
  "night-putt-rope-cap": {
    crown: CLOTH.navy,
    brim: CLOTH.navy,
    rope: [ROPE_WHITE, CLOTH.gold],
    patch: CLOTH.red,
    ground: "mist",
    seed: 9,
  },
  "red-clay-rope-cap": {
    crown: CLOTH.clay,
    brim: [0.93, 0.02, 88],
    rope: [CLOTH.navy, ROPE_WHITE],
    patch: CLOTH.navy,
    // Cream would be lost on its ground.
    button: CLOTH.clay,
    ground: "blush",
    seed: 12,
  },
  "tree-line-rope-cap": {
    crown: CLOTH.pine,
    brim: CLOTH.pine,
    rope: [CLOTH.butter, ROPE_WHITE],
    patch: CLOTH.clay,
    ground: "moss",
    seed: 21,
  },
};

const arm = (shoulder: number, elbow = 0, length = 1): Arm => ({ shoulder, elbow, length });

/** Every shirt is cut and lies its own way; two in one window are never the same with another color. */
const CUTS = {
  straight: { waist: 0, flare: 0, longer: 0, tail: 0, arms: [arm(0), arm(2)] },
  dropTail: { waist: 0.03, flare: 0.02, longer: 10, tail: 46, arms: [arm(-9, 0, 0.98), arm(-7, 0, 0.98)] },
  boxy: { waist: -0.035, flare: 0.05, longer: -70, tail: -6, arms: [arm(9, 0, 1.04), arm(5, 0, 1.04)] },
  trim: { waist: 0.06, flare: -0.05, longer: 6, tail: 0, arms: [arm(-14, 0, 0.9), arm(-12, 0, 0.9)] },
  bowed: { waist: 0.03, flare: 0.01, longer: 20, tail: 30, arms: [arm(6, 20), arm(3, 12)] },
  relaxed: { waist: -0.02, flare: 0.02, longer: -10, tail: 0, arms: [arm(3, 16), arm(10, 34)] },
  sporty: { waist: 0.05, flare: -0.03, longer: -24, tail: 0, arms: [arm(7, 12), arm(8, 16)] },
} satisfies Record<string, Cut>;

export const polos: Record<string, PoloOptions> = {
  "first-tee-polo": {
    base: CLOTH.fairway,
    trim: TIPPING,
    ground: "sand",
    seed: 7,
    cut: CUTS.straight,
    folds: "hung",
  },
  "provisional-polo": {
    base: CLOTH.cream,
    trim: CLOTH.fairway,
    ground: "moss",
    seed: 11,
    cut: CUTS.dropTail,
    folds: "boxed",
    stripes: [
      { top: 560, height: 34, color: CLOTH.fairway },
      { top: 612, height: 10, color: CLOTH.fairway },
    ],
    hasFlag: false,
    button: [0.92, 0.025, 90],
  },
  "links-weather-polo": {
    base: CLOTH.sky,
    trim: [0.97, 0.01, 90],
    ground: "blush",
    seed: 15,
    cut: CUTS.boxy,
    folds: "turned",
  },
  "skins-game-polo": {
    base: [0.62, 0.12, 40],
    trim: TIPPING,
    ground: "blush",
    seed: 19,
    cut: CUTS.trim,
    folds: "knit",
    hem: "ribbed",
    cuffs: "ribbed",
    stripes: [520, 600, 680].map((top) => ({ top, height: 18, color: [0.94, 0.035, 88] })),
    hasFlag: false,
  },
  "shoulder-season-long-sleeve-polo": {
    base: CLOTH.oxblood,
    trim: TIPPING,
    ground: "sand",
    seed: 17,
    cut: CUTS.bowed,
    folds: "turned",
    sleeves: "long",
  },
};

export const quarterZips: Record<string, QuarterZipOptions> = {
  "winter-rules-quarter-zip": {
    base: CLOTH.navy,
    lining: [0.5, 0.04, 262],
    accent: [0.93, 0.02, 90],
    ground: "mist",
    seed: 23,
    cut: CUTS.relaxed,
    folds: "knit",
  },
  "marine-layer-quarter-zip": {
    base: CLOTH.fog,
    lining: CLOTH.clay,
    accent: CLOTH.clay,
    ground: "moss",
    seed: 31,
    cut: CUTS.sporty,
    folds: "hung",
  },
};

export const bucketHats: Record<string, BucketHatOptions> = {
  "dew-sweeper-bucket-hat": { cloth: CLOTH.sage, ribbon: null, flag: TIPPING, ground: "moss", seed: 4 },
  "waste-area-bucket-hat": {
    cloth: CLOTH.sand,
    ribbon: CLOTH.navy,
    flag: CLOTH.navy,
    ground: "sand",
    seed: 14,
  },
};

export const visors: Record<string, VisorOptions> = {
  "front-nine-visor": {
    band: CLOTH.chalk,
    brim: CLOTH.fairway,
    lining: [0.93, 0.012, 90],
    flag: CLOTH.fairway,
    ground: "moss",
    seed: 6,
  },
  "twilight-rate-visor": {
    band: CLOTH.dusk,
    brim: CLOTH.clay,
    lining: [0.9, 0.02, 80],
    flag: CLOTH.butter,
    ground: "blush",
    seed: 16,
  },
};

export const beanies: Record<string, BeanieOptions> = {
  "frost-delay-beanie": {
    base: CLOTH.fairway,
    stripe: [0.92, 0.025, 88],
    label: [0.93, 0.03, 88],
    ground: "mist",
    seed: 8,
  },
};
