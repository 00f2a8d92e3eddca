import { type ChestStripe, type Cloth, clothGradients } from "../drawing/cloth.ts";
import { tone } from "../drawing/color.ts";
import {
  drapeSheet,
  type Enlargement,
  type Fabric,
  fabricDefinitions,
  grainSheet,
  type Relief,
  relief,
  ribSheet,
  roundEdges,
  weaveSheet,
} from "../drawing/fabric.ts";
import { flatShadows } from "../drawing/ground.ts";
import { mirrorPath } from "../drawing/paths.ts";
import { band, clip, clipped, fill, type Shade, soft, stroke, unionMask } from "../drawing/svg.ts";
import type { Drawing } from "../picture.ts";
import { bodyFolds, drapes, longSleeve, type Sleeve, shortSleeve } from "./shirt-folds.ts";

/** What a kind of shirt adds to the body: collars, plackets and zips, in the order they are sewn on. */
export type ShirtFront = {
  /** Panels beyond body and sleeves that belong to the silhouette. */
  outline: readonly string[];
  definitions: string;
  /** Inside of the neck, drawn first. */
  behind: string;
  /** Shadows on the body, clipped to it. */
  onBody: string;
  /** Placket, yoke, embroidery: under the weave. */
  sewnOn: string;
  /** Collar, buttons, zip: over the weave. */
  onTop: string;
};

const BODY_SIDES = {
  left: "C420 290 352 312 284 338C312 408 320 500 304 620C312 730 312 850 306 960C300 1070 293 1160 293 1250",
  hem: "C480 1303 720 1303 907 1250",
  right: "C907 1160 900 1070 894 960C888 850 888 730 896 620C880 500 888 408 916 338C848 312 780 290 728 262",
};
const NECKLINES = {
  front: "C702 314 652 342 600 342C548 342 498 314 472 262Z",
  back: "C702 240 652 232 600 232C548 232 498 240 472 262Z",
};
const BODY_START = "M472 262";
/** The hem goes on below the picture for the relief, or it would turn dark like an edge. */
const ENDLESS_HEM = "C396 1290 290 1400 290 1490C400 1490 500 1496 600 1496C700 1496 800 1490 908 1480";

export type Side = "front" | "back";

const bodyPath = (side: Side, hem = BODY_SIDES.hem) =>
  `${BODY_START}${BODY_SIDES.left}${hem}${BODY_SIDES.right}${NECKLINES[side]}`;

const RELIEFS: Relief[] = [
  { name: "fold", blur: 15, height: 26 },
  { name: "broad", blur: 30, height: 46 },
  { name: "crease", blur: 7, height: 8 },
];

const ARM_SEAM = "M284 338C312 408 320 500 304 620";

function drawSleeve(cloth: Cloth, sleeve: Sleeve, isRight: boolean): string {
  const place = (path: string) => cloth.place(isRight ? mirrorPath(path) : path);
  const inShadow = (list: readonly Shade[]) =>
    list.map((s) => ({ color: cloth.shadow, ...s, path: place(s.path) }));
  const shape = place(sleeve.shape);
  const gradient = `url(#sleeve-${isRight ? "right" : "left"})`;
  const cuff = place(sleeve.cuff);
  const folds = (list: readonly Shade[]) => list.map((s) => ({ ...s, path: place(s.path) }));
  const tipping =
    cloth.style.cuffs === "tipped"
      ? stroke(place(sleeve.tipping), cloth.trim(isRight ? -0.06 : -0.01), 7.5)
      : "";
  return clipped(
    isRight ? "clip-sleeve-right" : "clip-sleeve-left",
    fill(shape, gradient),
    soft(14, [...inShadow(isRight ? sleeve.shadesFar : sleeve.shades), band(shape, 0.28, 30, cloth.shadow)]),
    relief("fold", 0.9, [roundEdges(place(sleeve.reliefShape), 0.7), ...folds(sleeve.folds)]),
    relief("crease", 0.9, folds(sleeve.creases)),
    clipped(
      isRight ? "clip-cuff-right" : "clip-cuff-left",
      fill(cuff, cloth.tone(-0.015)),
      fill(cuff, gradient, 0.5),
      ribSheet(0.5, isRight ? -sleeve.ribDegrees : sleeve.ribDegrees),
    ),
    tipping,
    soft(8, inShadow(sleeve.cuffShades)),
    stroke(place(sleeve.cuffSeam), "#000", 2.6, 0.4),
  );
}

function stripeShape({ top, height }: ChestStripe): string {
  const bottom = top + height;
  return `M280 ${top}C400 ${top + 20} 500 ${top + 28} 600 ${top + 28}C700 ${top + 28} 800 ${top + 20} 920 ${top}L920 ${bottom}C800 ${bottom + 20} 700 ${bottom + 28} 600 ${bottom + 28}C500 ${bottom + 28} 400 ${bottom + 20} 280 ${bottom}Z`;
}

/** The stripes as filled shapes, to be clipped to the body or to what is sewn on it. */
export function chestStripes({ style, place }: Cloth): string {
  return style.stripes.map((stripe) => fill(place(stripeShape(stripe)), tone(stripe.color, 0))).join("");
}

const HEM_SEAM = "M292 1214C480 1267 720 1267 908 1214";
const RIBBED_HEM = "M280 1166C480 1221 720 1221 920 1166L930 1320L270 1320Z";
const RIBBED_HEM_SEAM = "M280 1166C480 1221 720 1221 920 1166";

function drawHem(cloth: Cloth): string {
  if (cloth.style.hem === "stitched") {
    return (
      soft(3, [band(cloth.place(HEM_SEAM), 0.4, 7, cloth.shadow)]) +
      cloth.stitch("M292 1228C480 1281 720 1281 908 1228", 0.5) +
      cloth.stitch("M292 1219C480 1272 720 1272 908 1219", 0.4)
    );
  }
  const hem = cloth.place(RIBBED_HEM);
  const seam = cloth.place(RIBBED_HEM_SEAM);
  return (
    clipped("clip-hem", fill(hem, "url(#body)"), ribSheet(0.5)) +
    relief("fold", 0.6, [
      roundEdges(cloth.place("M270 1172C480 1229 720 1229 930 1172L930 1420L270 1420Z")),
    ]) +
    soft(5, [band(seam, 0.55, 8, cloth.shadow)]) +
    stroke(seam, cloth.shadow, 2.2, 0.5)
  );
}

function drawBody(cloth: Cloth, side: Side, onBody: string): string {
  const { place, loose, shadow } = cloth;
  const body = place(bodyPath(side));
  const [armLeft, armRight] = cloth.pair(ARM_SEAM);
  const seam = (path: string) => cloth.stitch(path, 0.42);
  const shades = (list: readonly Shade[]) => list.map((s) => ({ color: shadow, ...s, path: place(s.path) }));
  const folds = bodyFolds(cloth.style.folds, side);
  return clipped(
    "clip-body",
    fill(body, "url(#body)"),
    chestStripes(cloth),
    fill(body, "url(#body-fall)"),
    soft(22, [band(body, 0.22, 44, shadow), ...shades(folds.wideShades)]),
    soft(14, shades(folds.shades)),
    relief("broad", 0.8, [roundEdges(loose(bodyPath(side, ENDLESS_HEM)), 0.9)]),
    relief(
      "fold",
      0.85,
      folds.folds.map((fold) => ({ ...fold, path: loose(fold.path) })),
    ),
    onBody,
    soft(3, [band(armLeft, 0.6, 5, shadow), band(armRight, 0.65, 6, shadow)]),
    seam("M294 346C322 416 328 506 313 622"),
    seam(mirrorPath("M294 346C322 416 328 506 313 622")),
    drawHem(cloth),
  );
}

/** Body and sleeves lying flat, with everything that the kind of shirt adds. */
export function drawShirt(cloth: Cloth, side: Side, front: ShirtFront): Drawing {
  const { style, place } = cloth;
  const sleeve = style.sleeves === "long" ? longSleeve : shortSleeve;
  const body = place(bodyPath(side));
  const [sleeveLeft, sleeveRight] = cloth.pair(sleeve.shape);
  const [cuffLeft, cuffRight] = cloth.pair(sleeve.cuff);
  const silhouette = [body, sleeveLeft, sleeveRight, ...front.outline];
  const fabric: Fabric = { weave: style.weave, seed: style.seed, ...drapes[style.folds] };
  const definitions = (enlargement: Enlargement) =>
    [
      clothGradients(cloth),
      fabricDefinitions(fabric, RELIEFS, enlargement),
      clip("clip-body", body),
      clip("clip-sleeve-left", sleeveLeft),
      clip("clip-sleeve-right", sleeveRight),
      clip("clip-cuff-left", cuffLeft),
      clip("clip-cuff-right", cuffRight),
      clip("clip-hem", place(RIBBED_HEM)),
      unionMask("garment", silhouette),
      front.definitions,
    ].join("");
  const garment = [
    front.behind,
    drawSleeve(cloth, sleeve, false),
    drawSleeve(cloth, sleeve, true),
    drawBody(cloth, side, front.onBody),
    front.sewnOn,
    drapeSheet(0.44),
    weaveSheet(style.weave === "jersey" ? 0.36 : 0.42),
    front.onTop,
    grainSheet(0.13),
  ].join("");
  const shadows = flatShadows(style.ground, silhouette);
  return { ground: style.ground, definitions, shadows, shapes: `<g mask="url(#garment)">${garment}</g>` };
}
