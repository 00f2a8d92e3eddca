import { BEANIE_DETAIL, BEANIE_VIEW, drawBeanie } from "./hats/beanie.ts";
import { BUCKET_HAT_ABOVE, BUCKET_HAT_DETAIL, BUCKET_HAT_FRONT, drawBucketHat } from "./hats/bucket-hat.ts";
import { drawRopeCap, ROPE_CAP_DETAIL } from "./hats/rope-cap.ts";
import { drawRopeCapBack, ROPE_CAP_BACK } from "./hats/rope-cap-back.ts";
import { drawVisor, VISOR_DETAIL, VISOR_FRONT } from "./hats/visor.ts";
import { drawVisorBack, VISOR_BACK } from "./hats/visor-back.ts";
import { type Drawing, type View, WHOLE_VIEW } from "./picture.ts";
import { beanies, bucketHats, polos, quarterZips, ropeCaps, visors } from "./sample-garments.ts";
import type { Scene } from "./scenes/compose.ts";
import { folded, HANGING, onBench, onHanger, onPeg } from "./scenes/settings.ts";
import { drawPolo, POLO_DETAIL } from "./shirts/polo.ts";
import { drawQuarterZip, QUARTER_ZIP_DETAIL } from "./shirts/quarter-zip.ts";

/** A picture to render: drawn only when asked for. */
export type SamplePicture = { draw: () => Drawing; view: View } | { scene: () => Scene };

/** Each product once where it would be met: on a bench by the fairway, on a peg, on a hanger, folded on a table. */
const scenes: Record<string, () => Scene> = {
  "starters-box-rope-cap": () =>
    onBench(drawRopeCap(ropeCaps["starters-box-rope-cap"]!), "dawn", "oak", "scorecard"),
  "night-putt-rope-cap": () => onBench(drawRopeCap(ropeCaps["night-putt-rope-cap"]!), "dusk", "teak", "ball"),
  "red-clay-rope-cap": () =>
    onBench(drawRopeCap(ropeCaps["red-clay-rope-cap"]!), "golden", "driftwood", "ball"),
  "tree-line-rope-cap": () => onBench(drawRopeCap(ropeCaps["tree-line-rope-cap"]!), "noon", "oak", "pair"),
  "dew-sweeper-bucket-hat": () =>
    onBench(
      drawBucketHat(bucketHats["dew-sweeper-bucket-hat"]!, "front"),
      "dawn",
      "driftwood",
      "ball",
      [-40, 90],
    ),
  "waste-area-bucket-hat": () =>
    onPeg(drawBucketHat(bucketHats["waste-area-bucket-hat"]!, "above"), "green", [600, 600], 1),
  "front-nine-visor": () =>
    onBench(drawVisor({ ...visors["front-nine-visor"]!, ground: "oak" }), "noon", "oak", "pair"),
  "twilight-rate-visor": () =>
    onBench(drawVisor({ ...visors["twilight-rate-visor"]!, ground: "teak" }), "dusk", "teak", "scorecard"),
  "frost-delay-beanie": () =>
    onPeg(drawBeanie(beanies["frost-delay-beanie"]!, "front"), "blue", [600, 655], 0.86),
  "first-tee-polo": () =>
    onHanger(drawPolo({ ...polos["first-tee-polo"]!, cut: HANGING.short }, "front"), "cream"),
  "provisional-polo": () => folded(drawPolo(polos["provisional-polo"]!, "front"), "walnut", -7),
  "links-weather-polo": () =>
    onHanger(drawPolo({ ...polos["links-weather-polo"]!, cut: HANGING.short }, "front"), "green"),
  "skins-game-polo": () => folded(drawPolo(polos["skins-game-polo"]!, "front"), "oak", 6),
  "shoulder-season-long-sleeve-polo": () =>
    onHanger(drawPolo({ ...polos["shoulder-season-long-sleeve-polo"]!, cut: HANGING.long }, "front"), "blue"),
  "winter-rules-quarter-zip": () =>
    onHanger(
      drawQuarterZip({ ...quarterZips["winter-rules-quarter-zip"]!, cut: HANGING.long }, "front"),
      "cream",
    ),
  "marine-layer-quarter-zip": () =>
    folded(drawQuarterZip(quarterZips["marine-layer-quarter-zip"]!, "front"), "teak", -5),
};

function* listPictures(): Generator<[string, SamplePicture]> {
  for (const [name, scene] of Object.entries(scenes)) yield [`${name}-scene`, { scene }];
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
