// Scenes of the shop's own pages: behind the doors of the home page and next to the text of the about page.

import { PICTURE } from "../drawing/svg.ts";
import { drawBucketHat } from "../hats/bucket-hat.ts";
import { drawRopeCap } from "../hats/rope-cap.ts";
import { bucketHats, ropeCaps } from "../sample-garments.ts";
import type { Scene, Worn } from "./compose.ts";
import { bench, WOOD, wall } from "./places.ts";
import { ball, hanger, scorecard } from "./props.ts";
import { HOURS } from "./surfaces.ts";

/** `folder`: of the web floor. `top` and `height`: the part of the drawing board, in its units; its whole width. */
export type PageScene = {
  scene: () => Scene;
  folder: string;
  top: number;
  height: number;
  widths: readonly number[];
};

const onBench = (drawing: Worn["drawing"], x: number, y: number, scale: number): Worn => ({
  drawing,
  center: [x, y],
  scale,
  shadow: "own",
});

export const pageScenes: Record<string, PageScene> = {
  // The fairway from the bench, where a hat will stand.
  "hats-door": {
    scene: () => ({
      place: bench(HOURS.golden, WOOD.oak, 9),
      garments: [],
      inFront: ball({ x: 1030, y: 1180 }),
    }),
    folder: "home",
    top: 80,
    height: 1320,
    widths: [400, 800],
  },
  // The rail in the locker room, where a shirt will hang.
  "shirts-door": {
    scene: () => ({ place: wall(WOOD.green, WOOD.oak, 21), behind: hanger(428), garments: [] }),
    folder: "home",
    top: 80,
    height: 1320,
    widths: [400, 800],
  },
  // Things left on the bench after the round.
  "bench-at-last-light": {
    scene: () => ({
      place: bench(HOURS.golden, WOOD.teak, 4),
      garments: [
        onBench(drawBucketHat(bucketHats["dew-sweeper-bucket-hat"]!, "front"), 905, 880, 0.5),
        onBench(drawRopeCap(ropeCaps["starters-box-rope-cap"]!), 390, 905, 0.66),
      ],
      inFront:
        scorecard({ x: 760, y: 1245, degrees: -7, scale: 0.74, tilt: 0.55 }) +
        ball({ x: 1050, y: 1195, scale: 0.8 }),
    }),
    folder: "pages",
    top: 430,
    height: PICTURE.width * 0.75,
    widths: [640, 1200],
  },
};
