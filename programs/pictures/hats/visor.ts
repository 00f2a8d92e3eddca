import { type Oklch, shadowOf, tone } from "../drawing/color.ts";
import {
  type Enlargement,
  fabricDefinitions,
  grainSheet,
  patternSheet,
  relief,
  roundEdges,
  weaveSheet,
} from "../drawing/fabric.ts";
import { GROUNDS, type Ground, standingShadows } from "../drawing/ground.ts";
import { curvesToPath, shiftCurves } from "../drawing/paths.ts";
import { area, band, clip, clipped, fill, linear, moved, soft, stroke } from "../drawing/svg.ts";
import { embroideredFlag, patchBlurFilter, stitches } from "../drawing/trims.ts";
import type { Drawing, View } from "../picture.ts";
import { BRIM_SEAM, brimDefinitions, drawBrim } from "./brim.ts";
import { CAP_RELIEFS, capFabric } from "./rope-cap.ts";

export type VisorOptions = {
  band: Oklch;
  brim: Oklch;
  /** Terry lining inside the band. */
  lining: Oklch;
  flag: Oklch;
  ground: Ground;
  seed: number;
};

export const VISOR_FRONT: View = { x: 0, y: 190, width: 1140 };
/** Where the close-up of the front looks: flag, band and brim. */
export const VISOR_DETAIL: View = { x: 210, y: 640, width: 540 };

/** The band stands on the seam of the brim: high in front, low at the back, and open above. */
const SEAM_PATH = curvesToPath(BRIM_SEAM);
const FRONT_TOP = "C902 804 800 826 704 820C600 814 500 788 420 760C350 736 292 718 262 696";
const BAND = `${SEAM_PATH}C802 938 902 908 964 852C972 826 972 800 962 780${FRONT_TOP}C240 750 240 810 250 856Z`;
const FRONT_TOP_LINE = `M962 780${FRONT_TOP}`;
/** The far side, seen from inside: it starts and ends where the near side turns. */
const BACK_TOP_LINE = "M262 696C300 654 420 634 560 642C740 654 900 700 962 780";
const INSIDE =
  "M262 696C300 654 420 634 560 642C740 654 900 700 962 780C970 800 968 830 962 850C900 790 750 762 580 758C430 756 300 790 254 846C244 800 246 740 262 696Z";
const OPENING = `${BACK_TOP_LINE}${FRONT_TOP}Z`;

function drawInside({ lining, ground }: VisorOptions): string {
  const dark = tone([lining[0] - 0.5, 0.03, lining[2]], 0);
  return clipped(
    "clip-opening",
    fill(OPENING, throughOpening(ground, 0.1)),
    soft(22, [
      area("M240 860C300 780 420 756 580 758C750 762 900 790 980 860Z", 0.6, throughOpening(ground, 0.5)),
    ]),
    clipped(
      "clip-inside",
      fill(INSIDE, "url(#inside)"),
      patternSheet("terry", 0.5),
      soft(14, [
        band("M256 850C300 792 430 756 580 758C750 762 900 790 962 852", 0.55, 40, dark),
        band("M262 700C252 750 250 800 254 846", 0.6, 60, dark),
        band("M962 780C970 800 968 830 962 850", 0.5, 60, dark),
      ]),
      moved(0, 10, stitches(BACK_TOP_LINE, { thread: tone(lining, 0.06), shadow: dark, opacity: 0.6 })),
      moved(0, 72, stitches(BACK_TOP_LINE, { thread: tone(lining, 0.02), shadow: dark, opacity: 0.5 })),
    ),
    soft(8, [band(FRONT_TOP_LINE, 0.5, 44, dark)]),
  );
}

function drawBand(options: VisorOptions, shadow: string): string {
  const { band: cloth, flag } = options;
  const b = (lighter: number) => tone(cloth, lighter);
  const thread = (lighter: number) => ({
    thread: b(lighter),
    shadow,
    opacity: 0.65,
    dash: "7 5",
    width: 2.1,
  });
  const sideSeam = "M792 822C802 856 806 896 804 934";
  return clipped(
    "clip-band",
    fill(BAND, "url(#band)"),
    fill(BAND, "url(#band-down)"),
    relief("fold", 0.7, [roundEdges(BAND, 0.9)]),
    soft(22, [
      band("M330 800C326 840 330 870 340 900", 0.34, 70, "#fff"),
      band("M640 840C650 880 650 900 648 930", 0.16, 60, shadow),
      band("M900 830C910 850 914 870 910 890", 0.3, 60, shadow),
    ]),
    weaveSheet(0.34),
    grainSheet(0.2),
    soft(3, [band(sideSeam, 0.5, 5, shadow)]),
    stroke(sideSeam, shadow, 2, 0.55),
    moved(-9, 0, stitches(sideSeam, thread(0.02))),
    moved(9, 0, stitches(sideSeam, thread(0))),
    moved(0, 12, stitches(FRONT_TOP_LINE, thread(0.04))),
    moved(0, 20, stitches(FRONT_TOP_LINE, thread(0.03))),
    stitches("M730 922C802 920 896 892 956 838", thread(-0.04)),
    embroideredFlag(tone(flag, 0), "translate(404 792) skewY(10) scale(1.5 1.56)"),
    soft(8, [band(curvesToPath(shiftCurves(BRIM_SEAM, 0, -8)), 0.5, 30, shadow)]),
    soft(3, [band(FRONT_TOP_LINE, 0.35, 6, "#fff")]),
    soft(5, [band(BAND, 0.22, 9, shadow)]),
  );
}

export const visorShadow = ({ band: [lightness, , hue] }: VisorOptions) =>
  shadowOf([lightness - 0.06, 0.035, hue]);

/** Cloth, brim and terry, for both views. */
export function visorDefinitions(options: VisorOptions, shadow: string, enlargement: Enlargement): string {
  const b = (lighter: number) => tone(options.band, lighter);
  const l = (lighter: number) => tone(options.lining, lighter);
  return [
    fabricDefinitions(capFabric(options.seed), CAP_RELIEFS, enlargement),
    patchBlurFilter,
    brimDefinitions(options.brim),
    linear(
      "band",
      [0, 0, 1, 0.1],
      [
        [0, b(-0.09)],
        [0.1, b(0.01)],
        [0.26, b(0.045)],
        [0.5, b(0)],
        [0.78, b(-0.07)],
        [1, b(-0.17)],
      ],
    ),
    linear(
      "band-down",
      [0, 0, 0, 1],
      [
        [0, "#fff", 0.1],
        [0.4, "#fff", 0],
        [1, shadow, 0.2],
      ],
    ),
    linear(
      "inside",
      [0, 0, 1, 0.1],
      [
        [0, l(-0.2)],
        [0.3, l(-0.1)],
        [0.7, l(-0.03)],
        [1, l(-0.14)],
      ],
    ),
    TERRY,
  ].join("");
}

/** Loops of toweling, gray around 50 % for soft light. */
const TERRY = `<pattern id="terry" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(12)"><rect width="7" height="7" fill="#808080"/><circle cx="2" cy="2" r="1.7" fill="#c8c8c8"/><circle cx="5.5" cy="5.4" r="1.7" fill="#b4b4b4"/><path d="M.6 3.6A2 2 0 0 0 3.6 3.6M4 7A2 2 0 0 0 7 7" stroke="#3c3c3c" stroke-width="1" fill="none"/></pattern>`;

/** The table seen through the open crown. */
export const throughOpening = (ground: Ground, darker: number) => tone(GROUNDS[ground], -darker);

/** A visor standing on its brim, seen from the front left and a little from above. */
export function drawVisor(options: VisorOptions): Drawing {
  const { brim, ground } = options;
  const shadow = visorShadow(options);
  const definitions = (enlargement: Enlargement) =>
    visorDefinitions(options, shadow, enlargement) +
    clip("clip-band", BAND) +
    clip("clip-inside", INSIDE) +
    clip("clip-opening", OPENING);
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
    drawInside(options),
    drawBand(options, shadow),
    drawBrim(brim),
    moved(0, -1, stroke(SEAM_PATH, shadow, 2.4, 0.5)),
  ].join("");
  return { ground, definitions, shadows, shapes };
}
