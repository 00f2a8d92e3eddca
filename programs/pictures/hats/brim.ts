import { type Oklch, tone } from "../drawing/color.ts";
import { grainSheet, relief, roundEdges, weaveSheet } from "../drawing/fabric.ts";
import { blendCurves, type Curve, curvesToPath, reverseCurves, shiftCurves } from "../drawing/paths.ts";
import { band, clip, clipped, fill, linear, moved, soft, stroke } from "../drawing/svg.ts";

/** Where the brim meets the crown, and its outer edge: families of equal length, so that the stitching is
 * a blend between them. */
export const BRIM_SEAM: Curve[] = [
  [
    [250, 856],
    [264, 884],
    [292, 905],
    [330, 918],
  ],
  [
    [330, 918],
    [420, 947],
    [530, 952],
    [612, 950],
  ],
  [
    [612, 950],
    [660, 949],
    [702, 946],
    [722, 940],
  ],
];
const EDGE: Curve[] = [
  [
    [250, 856],
    [160, 884],
    [66, 962],
    [58, 1046],
  ],
  [
    [58, 1046],
    [56, 1110],
    [150, 1152],
    [276, 1150],
  ],
  [
    [276, 1150],
    [478, 1148],
    [706, 1080],
    [756, 978],
  ],
];
const EDGE_PATH = curvesToPath(EDGE);
const withoutStart = (path: string) => path.replace(/^M[^C]*/, "");
const BRIM = `${EDGE_PATH}C758 962 744 944 722 940${withoutStart(curvesToPath(reverseCurves(BRIM_SEAM)))}Z`;
const UNDERBRIM = `${EDGE_PATH}C760 992 716 1090 490 1150C400 1172 300 1176 226 1166C116 1152 48 1112 52 1048C58 966 150 890 250 856Z`;
const STITCH_ROWS = [0.24, 0.38, 0.52, 0.66, 0.79, 0.9] as const;

export function brimDefinitions(brim: Oklch): string {
  const b = (lighter: number) => tone(brim, lighter);
  return [
    linear(
      "brim",
      [0, 0.2, 1, 0.4],
      [
        [0, b(-0.05)],
        [0.22, b(0.055)],
        [0.5, b(0.02)],
        [0.8, b(-0.07)],
        [1, b(-0.14)],
      ],
    ),
    linear(
      "brim-under",
      [0, 0, 1, 0],
      [
        [0, b(-0.14)],
        [0.4, b(-0.2)],
        [1, b(-0.26)],
      ],
    ),
    clip("clip-brim", BRIM),
  ].join("");
}

/** Six rows of stitching between the seam and the edge, each in its own groove. */
function brimStitching(brim: Oklch): string {
  const rows = STITCH_ROWS.map((amount) => curvesToPath(blendCurves(BRIM_SEAM, EDGE, amount)));
  const dash = `stroke-dasharray="7 4.6"`;
  return (
    moved(
      0,
      2.4,
      soft(
        3,
        rows.map((row) => band(row, 0.42, 3)),
      ),
    ) +
    rows
      .map(
        (row) =>
          stroke(row, "#000", 2.4, 0.4, dash) +
          moved(-0.4, -1.2, stroke(row, tone(brim, 0.19), 1.9, 0.75, `${dash} stroke-linecap="round"`)),
      )
      .join("")
  );
}

/** The curved brim of a cap or visor, seen from the front left. */
export function drawBrim(brim: Oklch): string {
  return [
    fill(UNDERBRIM, "url(#brim-under)"),
    clipped(
      "clip-brim",
      fill(BRIM, "url(#brim)"),
      relief("fold", 0.5, [roundEdges(BRIM, 0.8)]),
      soft(22, [
        band("M140 1034C200 980 310 1000 440 1036", 0.26, 84, "#fff"),
        band("M570 1104C664 1064 724 1014 768 960", 0.34, 60),
        band("M66 1080C130 1140 250 1156 330 1150", 0.16, 26),
      ]),
      weaveSheet(0.34),
      grainSheet(0.2),
      brimStitching(brim),
      soft(14, [band(curvesToPath(shiftCurves(BRIM_SEAM, 4, 8)), 0.62, 46)]),
    ),
    stroke(EDGE_PATH, tone(brim, -0.1), 7),
    moved(1, -3, stroke(EDGE_PATH, tone(brim, 0.12), 2.4, 0.55)),
  ].join("");
}
