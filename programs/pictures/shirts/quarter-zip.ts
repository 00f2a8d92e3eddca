import { type Cloth, createCloth, type ShirtStyle } from "../drawing/cloth.ts";
import { type Oklch, tone } from "../drawing/color.ts";
import type { Cut } from "../drawing/cut.ts";
import { relief, roundEdges, weaveSheet } from "../drawing/fabric.ts";
import type { Ground } from "../drawing/ground.ts";
import { type Curve, curvesToPath, mirrorPath, sampleDirections } from "../drawing/paths.ts";
import { area, band, clip, clipped, fill, linear, moved, soft, stroke } from "../drawing/svg.ts";
import { embroideredFlag, patchBlurFilter, stitches, wovenLabel } from "../drawing/trims.ts";
import type { Drawing, View } from "../picture.ts";
import { drawShirt, type ShirtFront, type Side } from "./shirt-body.ts";

export type QuarterZipOptions = {
  base: Oklch;
  /** Inside of the collar. */
  lining: Oklch;
  /** The leather pull and the embroidered flag. */
  accent: Oklch;
  ground: Ground;
  seed: number;
  cut: Cut;
  folds: ShirtStyle["folds"];
};

/** Where the close-up of the front looks: collar, zip and flag. */
export const QUARTER_ZIP_DETAIL: View = { x: 326, y: 96, width: 540 };

const INSIDE = "M500 160C540 140 660 140 700 160C708 250 664 352 600 436C536 352 492 250 500 160Z";
/** One half of the collar and of the body below it, turned open along the zip. */
const LEAF =
  "M500 158C486 180 476 220 470 260C490 312 536 378 600 444C600 410 586 376 575 342C556 290 541 226 535 168C531 150 514 146 500 158Z";
const ZIP_EDGE: Curve[] = [
  [
    [535, 168],
    [541, 226],
    [556, 290],
    [575, 342],
  ],
  [
    [575, 342],
    [586, 376],
    [598, 404],
    [600, 440],
  ],
];
const COLLAR_SEAM = "M468 264C488 298 526 320 568 322";
const CLOSED_ZIP = { top: 440, bottom: 652 } as const;
const TAPE = `M586 430L614 430L613 ${CLOSED_ZIP.bottom}L587 ${CLOSED_ZIP.bottom}Z`;

const COLLAR_BACK =
  "M498 160C540 138 660 138 702 160C716 190 724 228 731 262C690 280 640 286 600 286C560 286 510 280 469 262C476 228 484 190 498 160Z";
const COLLAR_BACK_SEAM = "M469 262C510 280 560 286 600 286C640 286 690 280 731 262";
const YOKE = "M270 430C380 404 480 396 600 396C720 396 820 404 930 430";

const STEEL: Oklch = [0.74, 0.008, 250];
const steel = (lighter: number) => tone(STEEL, lighter);

const tooth = ([x, y]: readonly number[], degrees: number, width: number) =>
  `<g transform="translate(${x!.toFixed(1)} ${y!.toFixed(1)}) rotate(${degrees.toFixed(1)})"><rect x="-2.6" y="${-width / 2}" width="4.4" height="${width}" rx="1.3" fill="${steel(-0.06)}"/><rect x="-2.2" y="${-width / 2 + 0.8}" width="1.5" height="${width - 2}" rx=".7" fill="#fff" opacity=".75"/><rect x="1" y="${-width / 2 + 0.8}" width="1.2" height="${width - 2}" fill="#000" opacity=".3"/></g>`;

/** An opened half of the zip: tape and a tooth every few units along the edge. */
function openTeeth(cloth: Cloth, isRight: boolean): string {
  const place = (path: string) => cloth.place(isRight ? mirrorPath(path) : path);
  const edge = place(curvesToPath(ZIP_EDGE));
  const teeth = sampleDirections(ZIP_EDGE, 7.4)
    .map(({ at: [x, y], degrees }) => {
      const placed = place(`M${x.toFixed(1)} ${y.toFixed(1)}`)
        .slice(1)
        .split(" ")
        .map(Number);
      return tooth(placed, isRight ? 180 - degrees : degrees, 10);
    })
    .join("");
  return (
    moved(isRight ? -2 : 3, 4, soft(3, [band(edge, 0.5, 12, "#000")])) +
    stroke(edge, cloth.tone(-0.1), 15) +
    teeth
  );
}

function closedZip(cloth: Cloth): string {
  const tape = cloth.place(TAPE);
  const rows = Math.floor((CLOSED_ZIP.bottom - CLOSED_ZIP.top - 8) / 4.2);
  const teeth = Array.from({ length: rows }, (_, i) => {
    const y = CLOSED_ZIP.top + 4 + i * 4.2;
    const placed = cloth
      .place(`M${600 + (i % 2 ? 2.6 : -2.6)} ${y}`)
      .slice(1)
      .split(" ")
      .map(Number);
    return tooth(placed, 90, 9);
  }).join("");
  return (
    soft(5, [band(tape, 0.5, 14, cloth.shadow)]) +
    fill(tape, cloth.tone(-0.1)) +
    soft(3, [band(cloth.place(`M600 432L600 ${CLOSED_ZIP.bottom}`), 0.4, 12, "#000")]) +
    teeth +
    cloth.stitch(`M577 440L578 ${CLOSED_ZIP.bottom + 12}L622 ${CLOSED_ZIP.bottom + 12}L623 440`, 0.5) +
    cloth.stitch(`M578 ${CLOSED_ZIP.bottom + 4}L622 ${CLOSED_ZIP.bottom + 4}`, 0.45)
  );
}

/** Slider and leather pull, hanging where the zip is open. */
function slider(cloth: Cloth, accent: Oklch): string {
  const [x, y] = cloth.place("M600 440").slice(1).split(" ").map(Number);
  const thread = {
    thread: tone(accent, 0.16),
    shadow: tone(accent, -0.3),
    opacity: 0.8,
    dash: "4 3",
    width: 1.4,
  };
  const pull = "M-8 30L8 30C11 52 11 74 8 92C4 97 -4 97 -8 92C-11 74 -11 52 -8 30Z";
  return `<g transform="translate(${x} ${y}) rotate(3)"><g transform="translate(5 8)" filter="url(#patch-blur)" opacity=".5"><path d="M-12 -14L12 -14L12 20L-12 20Z"/><path d="${pull}"/></g><path d="M-11 -15C-4 -19 4 -19 11 -15L9 14C4 18 -4 18 -9 14Z" fill="url(#steel)"/><path d="M-6 -10C-2 -12 2 -12 6 -10L5 6C2 8 -2 8 -5 6Z" fill="${steel(0.12)}"/><ellipse cx="0" cy="20" rx="6.5" ry="11" fill="none" stroke="${steel(-0.14)}" stroke-width="4.2"/><ellipse cx="-.6" cy="19.4" rx="6.5" ry="11" fill="none" stroke="${steel(0.16)}" stroke-width="1.4"/><path d="${pull}" fill="url(#pull)"/>${stitches("M-5 37C-7 54 -7 74 -5 88L5 88C7 74 7 54 5 37", thread)}</g>`;
}

function drawLeaf(cloth: Cloth, isRight: boolean): string {
  const place = (path: string) => cloth.place(isRight ? mirrorPath(path) : path);
  const leaf = place(LEAF);
  const seam = place(COLLAR_SEAM);
  return (
    clipped(
      isRight ? "clip-leaf-right" : "clip-leaf-left",
      fill(leaf, `url(#leaf-${isRight ? "right" : "left"})`),
      weaveSheet(0.36),
      relief("crease", 0.8, [
        roundEdges(leaf, 0.9),
        area(place("M474 250C500 286 530 300 560 300C530 316 496 304 474 268Z"), 0.4),
      ]),
      soft(8, [
        band(leaf, 0.34, 18, cloth.shadow),
        band(place("M496 190C486 220 482 244 484 262"), isRight ? 0.06 : 0.22, 18, "#fff"),
        band(place("M535 200C545 260 566 330 596 420"), isRight ? 0.34 : 0.22, 20, cloth.shadow),
      ]),
      soft(3, [band(seam, 0.5, 5, cloth.shadow)]),
      stroke(seam, cloth.shadow, 1.8, 0.55),
      moved(
        0,
        8,
        stitches(seam, { thread: cloth.tone(0.2), shadow: "#000", opacity: 0.42, dash: "5 4", width: 1.7 }),
      ),
    ) + stroke(leaf, "#000", 1.3, 0.28)
  );
}

function frontParts(cloth: Cloth, { lining, accent }: QuarterZipOptions): ShirtFront {
  const { place, shadow } = cloth;
  const inside = place(INSIDE);
  const [leafLeft, leafRight] = cloth.pair(LEAF);
  const leaves = (opacity: number) => [area(leafLeft, opacity, shadow), area(leafRight, opacity, shadow)];
  const neckTape = place("M478 262C530 228 670 228 722 262");
  return {
    outline: [leafLeft, leafRight, inside],
    definitions: [
      patchBlurFilter,
      clip("clip-inside", inside),
      clip("clip-leaf-left", leafLeft),
      clip("clip-leaf-right", leafRight),
      linear(
        "lining",
        [0, 0, 0, 1],
        [
          [0, tone(lining, -0.06)],
          [0.5, tone(lining, -0.15)],
          [1, tone(lining, -0.24)],
        ],
      ),
      linear(
        "steel",
        [0, 0, 1, 0.4],
        [
          [0, steel(-0.12)],
          [0.35, steel(0.16)],
          [0.7, steel(-0.04)],
          [1, steel(-0.2)],
        ],
      ),
      linear(
        "pull",
        [0, 0, 1, 0],
        [
          [0, tone(accent, -0.04)],
          [0.4, tone(accent, 0.06)],
          [1, tone(accent, -0.1)],
        ],
      ),
    ].join(""),
    behind: "",
    onBody: moved(8, 18, soft(14, leaves(0.45))) + moved(3, 7, soft(5, leaves(0.4))),
    sewnOn: embroideredFlag(tone(accent, 0.04), "translate(756 500) rotate(2) scale(.92)"),
    onTop: [
      clipped(
        "clip-inside",
        fill(inside, "url(#lining)"),
        weaveSheet(0.3),
        soft(5, [band(neckTape, 0.5, 16, tone(lining, -0.4))]),
        stroke(neckTape, tone(lining, 0.02), 9),
        soft(14, [
          area(place("M480 300C540 262 660 262 720 300L700 460L500 460Z"), 0.45, tone(lining, -0.5)),
          band(place("M505 170C512 250 550 350 600 430"), 0.4, 24, tone(lining, -0.5)),
          band(place("M695 170C688 250 650 350 600 430"), 0.4, 24, tone(lining, -0.5)),
        ]),
        wovenLabel(tone([0.95, 0.02, 90], -0.04), tone([0.35, 0.03, 160], 0), "translate(600 270)"),
      ),
      closedZip(cloth),
      drawLeaf(cloth, false),
      drawLeaf(cloth, true),
      openTeeth(cloth, false),
      openTeeth(cloth, true),
      slider(cloth, accent),
    ].join(""),
  };
}

function backParts(cloth: Cloth): ShirtFront {
  const { place, shadow } = cloth;
  const collar = place(COLLAR_BACK);
  const seam = place(COLLAR_BACK_SEAM);
  const yoke = place(YOKE);
  return {
    outline: [collar],
    definitions: clip("clip-collar", collar),
    behind: "",
    onBody:
      moved(4, 12, soft(14, [area(collar, 0.4, shadow)])) +
      soft(3, [band(yoke, 0.5, 5, shadow)]) +
      cloth.stitch("M270 438C380 412 480 404 600 404C720 404 820 412 930 438", 0.42),
    sewnOn: "",
    onTop:
      clipped(
        "clip-collar",
        fill(collar, "url(#leaf-left)"),
        weaveSheet(0.36),
        relief("crease", 0.8, [roundEdges(collar, 0.9)]),
        soft(8, [
          band(collar, 0.32, 18, shadow),
          band(place("M500 182C540 166 650 166 690 182"), 0.2, 18, "#fff"),
          band(place("M476 250C520 266 680 266 724 250"), 0.3, 16, shadow),
        ]),
        stitches(place("M500 170C540 150 660 150 700 170"), {
          thread: cloth.tone(0.2),
          shadow: "#000",
          opacity: 0.36,
          dash: "5 4",
          width: 1.7,
        }),
      ) +
      soft(3, [band(seam, 0.5, 5, shadow)]) +
      stroke(seam, shadow, 1.8, 0.5) +
      moved(0, 9, cloth.stitch(COLLAR_BACK_SEAM, 0.4)),
  };
}

/** A knit pullover with a stand collar, its zip open a third of the way, lying flat. */
export function drawQuarterZip(options: QuarterZipOptions, side: Side): Drawing {
  const { base, accent, ground, seed, cut, folds } = options;
  const cloth = createCloth({
    base,
    trim: accent,
    ground,
    seed,
    sleeves: "long",
    cuffs: "ribbed",
    hem: "ribbed",
    weave: "jersey",
    stripes: [],
    cut,
    folds,
  });
  return drawShirt(cloth, side, side === "front" ? frontParts(cloth, options) : backParts(cloth));
}
