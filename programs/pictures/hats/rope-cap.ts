import { type Oklch, tone } from "../drawing/color.ts";
import {
  drapeSheet,
  type Enlargement,
  type Fabric,
  fabricDefinitions,
  grainSheet,
  type Relief,
  relief,
  roundEdges,
  weaveSheet,
} from "../drawing/fabric.ts";
import { type Ground, standingShadows } from "../drawing/ground.ts";
import { curvesToPath, shiftCurves, warpPath } from "../drawing/paths.ts";
import {
  area,
  band,
  clip,
  clipped,
  ellipse,
  fill,
  linear,
  moved,
  radial,
  soft,
  stroke,
} from "../drawing/svg.ts";
import { eyelet, flagPatch, patchBlurFilter, rope, ropeButton, stitches } from "../drawing/trims.ts";
import type { Drawing, View } from "../picture.ts";
import { BRIM_SEAM, brimDefinitions, drawBrim } from "./brim.ts";

export type RopeCapOptions = {
  crown: Oklch;
  brim: Oklch;
  rope: readonly [main: Oklch, accent: Oklch];
  patch: Oklch;
  /** On top of the crown; of the brim's cloth where it is not said. */
  button?: Oklch;
  ground: Ground;
  seed: number;
};

/** Where the close-up of the front looks: patch, rope and brim. */
export const ROPE_CAP_DETAIL: View = { x: 168, y: 540, width: 560 };

/** Light and shadow of a crown, shared by the front and the back view. */
export const CAP_RELIEFS: Relief[] = [
  { name: "fold", blur: 16, height: 30 },
  { name: "broad", blur: 58, height: 120 },
];

export const capFabric = (seed: number): Fabric => ({
  weave: "twill",
  seed,
  drape: [0.0045, 0.004],
  drapeHeight: 46,
});

/** A dark tone for the seams of a crown; it never gets as dark as black. */
export const crownShadow = ([lightness, , hue]: Oklch) =>
  tone([Math.max(0.24, lightness - 0.46), 0.035, hue - 14], 0);

/** Gradients that round a crown: light from the upper left, the far side and the lower edge in shade. */
export function crownGradients(crown: Oklch, shadow: string): string {
  const c = (lighter: number, chroma = 1) => tone(crown, lighter, chroma);
  return [
    radial(
      "crown",
      [0.3, 0.24, 0.95],
      [
        [0, c(0.055)],
        [0.4, c(0.012)],
        [0.72, c(-0.045, 1.1)],
        [1, c(-0.11, 1.2)],
      ],
    ),
    linear(
      "crown-across",
      [0, 0, 1, 0],
      [
        [0, shadow, 0.26],
        [0.09, shadow, 0.05],
        [0.3, shadow, 0],
        [0.58, shadow, 0.05],
        [0.8, shadow, 0.18],
        [1, shadow, 0.5],
      ],
    ),
    linear(
      "crown-down",
      [0, 0, 0, 1],
      [
        [0, "#fff", 0.16],
        [0.3, "#fff", 0],
        [0.74, shadow, 0],
        [1, shadow, 0.15],
      ],
    ),
  ].join("");
}

const CROWN =
  "M250 856C238 742 250 590 372 500C446 448 596 424 700 436C838 452 932 560 958 704C968 764 970 806 964 852C902 908 802 938 708 944C540 956 300 950 250 856Z";
const ROPE_PATH = shiftCurves(BRIM_SEAM, 2, -17);

const FRONT_SEAM = "M684 434C608 520 572 730 604 948";
const SIDE_SEAM = "M694 436C808 490 878 650 886 902";
const REAR_SEAM = "M704 438C800 452 890 520 936 630";

function drawCrown(options: RopeCapOptions, shadow: string): string {
  const { crown: color, seed } = options;
  const place = (path: string) => warpPath(path, { reach: 6, wavelength: 240, seed });
  const crown = place(CROWN);
  const [front, side, rear] = [place(FRONT_SEAM), place(SIDE_SEAM), place(REAR_SEAM)];
  const seam = (path: string, dx: number, lighter: number, opacity: number) =>
    moved(dx, 0, stitches(path, { thread: tone(color, lighter), shadow, opacity, dash: "7 5", width: 2.1 }));
  return clipped(
    "clip-crown",
    fill(crown, "url(#crown)"),
    fill(crown, "url(#crown-across)"),
    fill(crown, "url(#crown-down)"),
    relief("broad", 0.55, [roundEdges(crown)]),
    soft(22, [
      band("M640 480C596 620 588 790 612 950", 0.16, 46, shadow),
      band("M868 540C900 650 900 790 890 910", 0.22, 46, shadow),
      band("M520 500C440 580 410 650 404 740", 0.34, 90, "#fff"),
      band("M748 530C776 640 782 770 774 900", 0.2, 60, "#fff"),
    ]),
    relief("fold", 0.6, [
      area("M300 860C316 740 346 650 410 570C376 680 360 780 372 900Z", 0.35),
      area("M652 560C658 670 664 800 690 930L640 940C626 820 630 690 652 560Z", 0.4),
      area("M780 560C806 670 816 780 814 900L772 910C780 790 784 670 780 560Z", 0.4),
      area("M420 510C520 460 600 448 660 452C580 470 500 490 440 540Z", 0.4),
    ]),
    drapeSheet(0.4),
    weaveSheet(0.34),
    grainSheet(0.22),
    soft(3, [band(front, 0.55, 5, shadow), band(side, 0.55, 5, shadow), band(rear, 0.35, 5, shadow)]),
    stroke(front, shadow, 2, 0.6),
    stroke(side, shadow, 2, 0.6),
    seam(front, -9, 0.05, 0.75),
    seam(front, 10, 0.02, 0.7),
    seam(side, -9, 0, 0.6),
    seam(side, 9, -0.04, 0.5),
    eyelet(color, [742, 624]),
    eyelet(color, [916, 672], 0.6, 0.2),
    flagPatch(
      { field: options.patch, sun: options.rope[1], shadow },
      "translate(404 700) skewY(4) scale(.94 1.04)",
    ),
    soft(8, [band(curvesToPath(shiftCurves(BRIM_SEAM, 0, -20)), 0.5, 44, shadow)]),
    stroke(place("M724 930C800 926 900 896 962 838"), shadow, 2, 0.35),
    seam(place("M724 922C800 918 898 888 962 830"), 0, -0.06, 0.6),
    soft(5, [band(crown, 0.22, 10, shadow)]),
  );
}

/** The covered button on top of a crown, its foot at (x, y). */
export function topButton(cloth: Oklch, shadow: string, [x, y]: readonly number[]): string {
  return moved(
    x! - 692,
    y! - 442,
    `<g filter="url(#patch-blur)">${ellipse([692, 442], [30, 11], shadow, 0.35)}</g><path d="M658 440C660 421 675 412 692 412C710 412 723 421 725 438C714 449 670 451 658 440Z" fill="${tone(cloth, 0.02)}"/><path d="M668 430C676 420 692 417 704 420" stroke="#fff" stroke-opacity=".35" stroke-width="5" fill="none" stroke-linecap="round" filter="url(#patch-blur)"/>`,
  );
}

/** The cap standing on its brim, seen from the front left. */
export function drawRopeCap(options: RopeCapOptions): Drawing {
  const { crown, brim, ground, seed } = options;
  const shadow = crownShadow(crown);
  const definitions = (enlargement: Enlargement) =>
    [
      fabricDefinitions(capFabric(seed), CAP_RELIEFS, enlargement),
      patchBlurFilter,
      crownGradients(crown, shadow),
      brimDefinitions(brim),
      clip("clip-crown", warpPath(CROWN, { reach: 6, wavelength: 240, seed })),
    ].join("");
  const shadows = standingShadows(
    ground,
    [
      "M90 1090C200 1200 520 1210 760 1110C920 1050 1030 980 1016 880C1000 850 960 850 940 870C900 930 800 960 700 980C500 1060 200 1080 90 1060Z",
    ],
    [
      "M100 1096C180 1168 340 1178 480 1150C620 1120 700 1072 740 1010C640 1080 460 1130 290 1130C200 1130 130 1110 100 1096Z",
      "M716 926C800 928 905 896 966 838L984 872C930 956 810 1000 728 992Z",
    ],
  );
  const shapes = [
    drawCrown(options, shadow),
    topButton(options.button ?? brim, shadow, [692, 442]),
    drawBrim(brim),
    rope(
      ROPE_PATH,
      options.rope[0],
      options.rope[1],
      shadow,
      (along) => Math.max(0, along - 0.55) * 0.22 + (along < 0.05 ? 0.08 : 0),
    ),
    ropeButton(brim, [724, 922]),
  ].join("");
  return { ground, definitions, shadows, shapes };
}
