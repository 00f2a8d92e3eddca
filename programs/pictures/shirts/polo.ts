import { type ChestStripe, type Cloth, createCloth, type ShirtStyle } from "../drawing/cloth.ts";
import { type Oklch, tone } from "../drawing/color.ts";
import type { Cut } from "../drawing/cut.ts";
import { ribSheet } from "../drawing/fabric.ts";
import type { Ground } from "../drawing/ground.ts";
import { mirrorPath } from "../drawing/paths.ts";
import { area, band, clip, clipped, fill, moved, radial, soft, stroke } from "../drawing/svg.ts";
import { button, embroideredFlag, wovenLabel } from "../drawing/trims.ts";
import type { Drawing, View } from "../picture.ts";
import { chestStripes, drawShirt, type ShirtFront, type Side } from "./shirt-body.ts";

export type PoloOptions = {
  base: Oklch;
  trim: Oklch;
  ground: Ground;
  seed: number;
  sleeves?: "short" | "long";
  cut: Cut;
  folds: ShirtStyle["folds"];
  hem?: ShirtStyle["hem"];
  cuffs?: ShirtStyle["cuffs"];
  stripes?: readonly ChestStripe[];
  hasFlag?: boolean;
  button?: Oklch;
};

/** Where the close-up of a front looks: collar, buttons and flag. */
export const POLO_DETAIL: View = { x: 322, y: 140, width: 540 };

const NECK_FRONT = "M500 214C540 186 660 186 700 214C702 272 664 334 600 356C536 334 498 272 500 214Z";
const LEAF =
  "M506 206C480 222 464 244 458 268C450 322 470 386 520 446C526 453 534 453 539 444C556 408 578 370 600 342C562 316 532 276 520 226C517 215 512 206 506 206Z";
/** Covers the tipping where the leaf folds into the stand. */
const LEAF_FOLD = "M524 196L600 342L584 352C556 344 516 300 498 236L490 200Z";
const PLACKET = "M572 334L628 334L630 604C630 612 626 616 618 616L582 616C574 616 570 612 570 604Z";
const BUTTON_ROWS = [408, 484, 560] as const;

/** Seen from behind, the collar folds over its stand as one panel. */
const COLLAR_BACK =
  "M508 204C540 186 660 186 692 204C716 216 738 242 752 272C758 288 752 297 740 301C700 317 650 324 600 324C550 324 500 317 460 301C448 297 442 288 448 272C462 242 484 216 508 204Z";
const COLLAR_BACK_TIPPING = "M452 284C500 303 550 310 600 310C650 310 700 303 748 284";
const YOKE = "M270 430C380 404 480 396 600 396C720 396 820 404 930 430";

function drawLeaf(cloth: Cloth, isRight: boolean): string {
  const place = (path: string) => cloth.place(isRight ? mirrorPath(path) : path);
  const leaf = place(LEAF);
  const light = `url(#leaf-${isRight ? "right" : "left"})`;
  return (
    clipped(
      isRight ? "clip-leaf-right" : "clip-leaf-left",
      fill(leaf, light),
      ribSheet(0.42, isRight ? -24 : 24),
      stroke(leaf, cloth.trim(isRight ? -0.06 : 0), 31),
      stroke(leaf, light, 15),
      fill(place(LEAF_FOLD), light),
      soft(8, [
        band(leaf, 0.32, 20, cloth.shadow),
        band(place("M512 214C522 262 548 304 592 340"), isRight ? 0.42 : 0.36, 18, cloth.shadow),
        band(place("M496 250C496 316 508 368 528 412"), isRight ? 0.08 : 0.2, 16, "#fff"),
      ]),
    ) + stroke(leaf, "#000", 1.4, 0.3)
  );
}

function drawPlacket(cloth: Cloth): string {
  const { place, shadow, stitch } = cloth;
  const placket = place(PLACKET);
  return (
    moved(5, 6, soft(5, [area(placket, 0.5, shadow)])) +
    clipped(
      "clip-placket",
      fill(placket, cloth.tone(0.03)),
      chestStripes(cloth),
      soft(5, [
        band(place("M570 330L570 620"), 0.12, 12, "#fff"),
        band(place("M630 330L630 620"), 0.4, 12, shadow),
        area(place("M556 320L644 320L644 392C620 420 580 420 556 392Z"), 0.5, shadow),
      ]),
    ) +
    stitch("M579 346L578 594L622 594L621 346", 0.45) +
    stitch("M578 580L622 580", 0.45)
  );
}

function frontParts(cloth: Cloth, options: PoloOptions): ShirtFront {
  const { place, shadow, trim } = cloth;
  const neck = place(NECK_FRONT);
  const [leafLeft, leafRight] = cloth.pair(LEAF);
  const leaves = (opacity: number) => [area(leafLeft, opacity, shadow), area(leafRight, opacity, shadow)];
  const buttonColor = options.button ?? ([0.95, 0.015, 90] as const);
  const flag = embroideredFlag(trim(0), "translate(756 500) rotate(2) scale(.92)");
  return {
    outline: [leafLeft, leafRight, neck],
    definitions: [
      clip("clip-neck", neck),
      clip("clip-leaf-left", leafLeft),
      clip("clip-leaf-right", leafRight),
      clip("clip-placket", place(PLACKET)),
      radial(
        "button",
        [0.36, 0.3, 0.85],
        [
          [0, "#fff"],
          [0.5, tone(buttonColor, 0)],
          [1, tone(buttonColor, -0.2)],
        ],
      ),
    ].join(""),
    behind: clipped(
      "clip-neck",
      fill(neck, "url(#inside)"),
      soft(14, [area(place("M500 310C540 262 660 262 700 310L700 370L500 370Z"), 0.5, shadow)]),
      stroke(place("M512 224C560 202 640 202 688 224"), trim(-0.1), 8),
    ),
    onBody: moved(8, 20, soft(14, leaves(0.5))) + moved(3, 7, soft(5, leaves(0.45))),
    sewnOn: drawPlacket(cloth) + (options.hasFlag === false ? "" : flag),
    onTop: [
      drawLeaf(cloth, false),
      drawLeaf(cloth, true),
      ...BUTTON_ROWS.map((y) => button(600, y)),
      wovenLabel(trim(-0.03), cloth.tone(-0.05), "translate(600 246)"),
    ].join(""),
  };
}

function backParts(cloth: Cloth): ShirtFront {
  const { place, shadow, trim } = cloth;
  const collar = place(COLLAR_BACK);
  const yoke = place(YOKE);
  return {
    outline: [collar],
    definitions: clip("clip-collar", collar),
    behind: "",
    onBody:
      moved(6, 18, soft(14, [area(collar, 0.5, shadow)])) +
      moved(2, 6, soft(5, [area(collar, 0.45, shadow)])) +
      soft(3, [band(yoke, 0.5, 5, shadow)]) +
      cloth.stitch("M270 438C380 412 480 404 600 404C720 404 820 412 930 438", 0.42),
    sewnOn: "",
    onTop:
      clipped(
        "clip-collar",
        fill(collar, "url(#leaf-left)"),
        ribSheet(0.42),
        stroke(place(COLLAR_BACK_TIPPING), trim(-0.02), 8),
        soft(8, [
          band(collar, 0.34, 20, shadow),
          band(place("M500 222C540 202 660 202 700 222"), 0.22, 18, "#fff"),
          band(place("M480 258C530 272 670 272 720 258"), 0.14, 16, shadow),
        ]),
      ) + stroke(collar, "#000", 1.4, 0.3),
  };
}

/** A ribbed-collar polo, short or long in the sleeve, lying flat. */
export function drawPolo(options: PoloOptions, side: Side): Drawing {
  const sleeves = options.sleeves ?? "short";
  const cloth = createCloth({
    base: options.base,
    trim: options.trim,
    ground: options.ground,
    seed: options.seed,
    sleeves,
    cuffs: options.cuffs ?? (sleeves === "short" ? "tipped" : "ribbed"),
    hem: options.hem ?? "stitched",
    cut: options.cut,
    folds: options.folds,
    weave: "pique",
    stripes: options.stripes ?? [],
  });
  return drawShirt(cloth, side, side === "front" ? frontParts(cloth, options) : backParts(cloth));
}
