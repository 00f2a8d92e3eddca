import type { Oklch } from "./drawing/color.ts";
import { CLOTH } from "./drawing/palette.ts";
import { BEANIE_DETAIL, BEANIE_VIEW, type BeanieOptions, drawBeanie } from "./hats/beanie.ts";
import {
  BUCKET_HAT_ABOVE,
  BUCKET_HAT_DETAIL,
  BUCKET_HAT_FRONT,
  type BucketHatOptions,
  drawBucketHat,
} from "./hats/bucket-hat.ts";
import { drawRopeCap, ROPE_CAP_DETAIL, type RopeCapOptions } from "./hats/rope-cap.ts";
import { drawRopeCapBack, ROPE_CAP_BACK } from "./hats/rope-cap-back.ts";
import { drawVisor, VISOR_DETAIL, VISOR_FRONT, type VisorOptions } from "./hats/visor.ts";
import { drawVisorBack, VISOR_BACK } from "./hats/visor-back.ts";
import { type Drawing, type View, WHOLE_VIEW } from "./picture.ts";
import { drawPolo, POLO_DETAIL, type PoloOptions } from "./shirts/polo.ts";
import { drawQuarterZip, QUARTER_ZIP_DETAIL, type QuarterZipOptions } from "./shirts/quarter-zip.ts";

/** A picture to render: drawn only when asked for. */
export type SamplePicture = { draw: () => Drawing; view: View };

const ROPE_WHITE: Oklch = [0.96, 0.012, 90];
const TIPPING: Oklch = [0.95, 0.02, 90];

const ropeCaps: Record<string, RopeCapOptions> = {
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

const polos: Record<string, PoloOptions> = {
  "first-tee-polo": { base: CLOTH.fairway, trim: TIPPING, ground: "sand", seed: 7 },
  "provisional-polo": {
    base: CLOTH.cream,
    trim: CLOTH.fairway,
    ground: "moss",
    seed: 11,
    stripes: [
      { top: 560, height: 34, color: CLOTH.fairway },
      { top: 612, height: 10, color: CLOTH.fairway },
    ],
    hasFlag: false,
    button: [0.92, 0.025, 90],
  },
  "links-weather-polo": { base: CLOTH.sky, trim: [0.97, 0.01, 90], ground: "blush", seed: 15 },
  "skins-game-polo": {
    base: [0.62, 0.12, 40],
    trim: TIPPING,
    ground: "blush",
    seed: 19,
    stripes: [520, 600, 680].map((top) => ({ top, height: 18, color: [0.94, 0.035, 88] })),
    hasFlag: false,
  },
  "shoulder-season-long-sleeve-polo": {
    base: CLOTH.oxblood,
    trim: TIPPING,
    ground: "sand",
    seed: 17,
    sleeves: "long",
  },
};

const quarterZips: Record<string, QuarterZipOptions> = {
  "winter-rules-quarter-zip": {
    base: CLOTH.navy,
    lining: [0.5, 0.04, 262],
    accent: [0.93, 0.02, 90],
    ground: "mist",
    seed: 23,
  },
  "marine-layer-quarter-zip": {
    base: CLOTH.fog,
    lining: CLOTH.clay,
    accent: CLOTH.clay,
    ground: "moss",
    seed: 31,
  },
};

const bucketHats: Record<string, BucketHatOptions> = {
  "dew-sweeper-bucket-hat": { cloth: CLOTH.sage, ribbon: null, flag: TIPPING, ground: "moss", seed: 4 },
  "waste-area-bucket-hat": {
    cloth: CLOTH.sand,
    ribbon: CLOTH.navy,
    flag: CLOTH.navy,
    ground: "sand",
    seed: 14,
  },
};

const visors: Record<string, VisorOptions> = {
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

const beanies: Record<string, BeanieOptions> = {
  "frost-delay-beanie": {
    base: CLOTH.fairway,
    stripe: [0.92, 0.025, 88],
    label: [0.93, 0.03, 88],
    ground: "mist",
    seed: 8,
  },
};

function* listPictures(): Generator<[string, SamplePicture]> {
  for (const [name, options] of Object.entries(ropeCaps)) {
    const draw = () => drawRopeCap(options);
    yield [name, { draw, view: WHOLE_VIEW }];
    yield [`${name}-back`, { draw: () => drawRopeCapBack(options), view: ROPE_CAP_BACK }];
    yield [`${name}-detail`, { draw, view: ROPE_CAP_DETAIL }];
  }
  for (const [name, options] of Object.entries(polos)) {
    const draw = () => drawPolo(options, "front");
    yield [name, { draw, view: WHOLE_VIEW }];
    yield [`${name}-back`, { draw: () => drawPolo(options, "back"), view: WHOLE_VIEW }];
    yield [`${name}-detail`, { draw, view: POLO_DETAIL }];
  }
  for (const [name, options] of Object.entries(quarterZips)) {
    const draw = () => drawQuarterZip(options, "front");
    yield [name, { draw, view: WHOLE_VIEW }];
    yield [`${name}-back`, { draw: () => drawQuarterZip(options, "back"), view: WHOLE_VIEW }];
    yield [`${name}-detail`, { draw, view: QUARTER_ZIP_DETAIL }];
  }
  for (const [name, options] of Object.entries(bucketHats)) {
    const draw = () => drawBucketHat(options, "front");
    yield [name, { draw, view: BUCKET_HAT_FRONT }];
    yield [`${name}-above`, { draw: () => drawBucketHat(options, "above"), view: BUCKET_HAT_ABOVE }];
    yield [`${name}-detail`, { draw, view: BUCKET_HAT_DETAIL }];
  }
  for (const [name, options] of Object.entries(visors)) {
    const draw = () => drawVisor(options);
    yield [name, { draw, view: VISOR_FRONT }];
    yield [`${name}-back`, { draw: () => drawVisorBack(options), view: VISOR_BACK }];
    yield [`${name}-detail`, { draw, view: VISOR_DETAIL }];
  }
  for (const [name, options] of Object.entries(beanies)) {
    const draw = () => drawBeanie(options, "front");
    yield [name, { draw, view: BEANIE_VIEW }];
    yield [`${name}-back`, { draw: () => drawBeanie(options, "back"), view: BEANIE_VIEW }];
    yield [`${name}-detail`, { draw, view: BEANIE_DETAIL }];
  }
}

/** Every picture of the sample catalog by the name of its file without ".jpg". */
export const samplePictures: ReadonlyMap<string, SamplePicture> = new Map(listPictures());
