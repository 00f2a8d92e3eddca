import { type Oklch, shadowOf, tone } from "../drawing/color.ts";
import {
  type Enlargement,
  type Fabric,
  fabricDefinitions,
  grainSheet,
  type Relief,
  relief,
  roundEdges,
} from "../drawing/fabric.ts";
import { flatShadows, type Ground } from "../drawing/ground.ts";
import { curvesToPath, ellipseCurves, noise, type Point } from "../drawing/paths.ts";
import { area, band, clip, clipped, fill, linear, moved, soft, stroke, unionMask } from "../drawing/svg.ts";
import { embroideredFlag, patchBlurFilter, stitches } from "../drawing/trims.ts";
import type { Drawing, View } from "../picture.ts";

export type BeanieOptions = {
  base: Oklch;
  /** Color of the stripes of the body and of the pompom's flecks. */
  stripe: Oklch;
  label: Oklch;
  ground: Ground;
  seed: number;
};

export const BEANIE_VIEW: View = { x: 96, y: 92, width: 1008 };
/** Where the close-up of the front looks: cuff, label and the first stripe. */
export const BEANIE_DETAIL: View = { x: 340, y: 560, width: 520 };

const CENTER = 600;
const BODY = { foot: 960, top: 392, radius: 338, columns: 29 } as const;
const CUFF = { top: 828, bottom: 1046, radius: 362, columns: 33 } as const;
const POMPOM = { x: 600, y: 352, radius: 118, strands: 1500 } as const;

/** Half the width of the body at a height between foot (0) and top (1): straight, then a dome. */
const bodyRadius = (height: number) => BODY.radius * (1 - height ** 2.7) ** (1 / 1.9);
/** A knit tube seen from a little above: rows sag toward the viewer. */
const sag = (turn: number, radius: number) => 0.1 * radius * Math.cos(turn);

/** The place of a stitch: `turn` around the head in radians (0 is the middle), height 0..1. */
function bodyPlace(turn: number, height: number, seed: number): Point {
  const radius = bodyRadius(height);
  const x = CENTER + radius * Math.sin(turn);
  const y = BODY.foot - (BODY.foot - BODY.top) * height + sag(turn, radius);
  return [x + 7 * noise(x / 160, y / 160, seed), y + 6 * noise(x / 160 + 40, y / 160, seed + 1)];
}

function cuffPlace(turn: number, height: number, seed: number): Point {
  const roundedEdge = 16 * Math.abs(2 * height - 1) ** 7;
  const radius = CUFF.radius + 8 * Math.sin(Math.PI * height) - roundedEdge;
  const x = CENTER + radius * Math.sin(turn);
  const y = CUFF.bottom - (CUFF.bottom - CUFF.top) * height + sag(turn, radius);
  return [x + 6 * noise(x / 170, y / 170, seed + 5), y + 7 * noise(x / 170 + 40, y / 170, seed + 6)];
}

type Place = (turn: number, height: number) => Point;
type Knit = { place: Place; columns: number; rows: number; colorAt: (row: number) => Oklch; seed: number };

/** One knit stitch: the two legs of a V as fat lines of yarn with a shadow and a light side. */
function stitch([x, y]: Point, width: number, height: number, color: Oklch, shade: number): string {
  const leg = (side: -1 | 1) =>
    `M${(x + side * width * 0.42).toFixed(1)} ${(y - height * 0.55).toFixed(1)}Q${(x + side * width * 0.4).toFixed(1)} ${(y + height * 0.1).toFixed(1)} ${(x + side * width * 0.07).toFixed(1)} ${(y + height * 0.62).toFixed(1)}`;
  const legs = leg(-1) + leg(1);
  const thick = width * 0.42;
  const line = (paint: string, lineWidth: number, opacity: number, dx: number) =>
    `<path d="${legs}" transform="translate(${dx} ${dx})" fill="none" stroke="${paint}" stroke-width="${lineWidth.toFixed(1)}" stroke-opacity="${opacity}" stroke-linecap="round"/>`;
  return (
    line(tone(color, -0.2 - shade), thick + 2.6, 1, 0.8) +
    line(tone(color, -shade), thick, 1, 0) +
    line(tone(color, 0.09 - shade), thick * 0.3, 0.8, -1.3)
  );
}

/** Rib knit: columns of stitches with a dark furrow between them, the outer ones foreshortened. */
function knit({ place, columns, rows, colorAt, seed }: Knit): string {
  const parts: string[] = [];
  const step = Math.PI / columns;
  for (let column = 0; column < columns; column++) {
    const turn = -Math.PI / 2 + step * (column + 0.5);
    for (let row = rows; row >= 0; row--) {
      const height = row / rows;
      const at = place(turn, height);
      const width = Math.abs(place(turn + step / 2, height)[0] - place(turn - step / 2, height)[0]);
      const next = place(turn, Math.max(0, height - 1 / rows));
      const uneven = 0.022 * noise(column * 0.9, row * 0.7, seed);
      const turned = 0.05 * Math.sin(turn) + 0.1 * Math.sin(turn) ** 8;
      if (width > 1.2)
        parts.push(stitch(at, width * 0.8, Math.max(7, next[1] - at[1]), colorAt(row), uneven + turned));
    }
  }
  return parts.join("");
}

const outline = (place: Place, from: number, to: number) => {
  const points: Point[] = [];
  const steps = 40;
  for (let i = 0; i <= steps; i++) points.push(place(-Math.PI / 2, from + ((to - from) * i) / steps));
  for (let i = 0; i <= steps; i++) points.push(place(-Math.PI / 2 + (Math.PI * i) / steps, to));
  for (let i = 0; i <= steps; i++) points.push(place(Math.PI / 2, to + ((from - to) * i) / steps));
  for (let i = 0; i <= steps; i++) points.push(place(Math.PI / 2 - (Math.PI * i) / steps, from));
  return `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}Z`;
};

/** Rows of the body that are knit in the second color, counted from the foot. */
const isStripe = (row: number) => (row >= 14 && row <= 17) || (row >= 20 && row <= 21);

/** A pompom of yarn ends: dark ones deep inside, lit ones at the upper left. */
function pompom({ base, stripe, seed }: BeanieOptions): string {
  const random = (i: number, salt: number) => (noise(i * 1.37 + 0.5, salt * 7.7 + 0.5, seed + salt) + 1) / 2;
  const strands = Array.from({ length: POMPOM.strands }, (_, i) => {
    const depth = i / POMPOM.strands;
    const angle = random(i, 1) * Math.PI * 4 + i * 2.39996;
    const distance = POMPOM.radius * Math.sqrt(((i * 0.618034) % 1) * 0.98) * (1 - depth * 0.18);
    const x = POMPOM.x + Math.cos(angle) * distance;
    const y = POMPOM.y + Math.sin(angle) * distance * 0.94;
    const length = 15 + 12 * random(i, 2);
    const lean = angle + (random(i, 3) - 0.5) * 1.1;
    const lit = -0.13 * ((x - POMPOM.x) / POMPOM.radius) - 0.16 * ((y - POMPOM.y) / POMPOM.radius);
    const color = i % 4 === 0 ? base : stripe;
    const paint = tone(color, lit * 0.9 - 0.2 + depth * 0.2 + 0.05 * (random(i, 4) - 0.5));
    const end: Point = [x + Math.cos(lean) * length, y + Math.sin(lean) * length];
    return `<path d="M${x.toFixed(1)} ${y.toFixed(1)}L${end[0].toFixed(1)} ${end[1].toFixed(1)}" stroke="${paint}" stroke-width="3.5" stroke-linecap="round"/>`;
  });
  const core = `M${POMPOM.x - 112} ${POMPOM.y}a112 106 0 1 0 224 0a112 106 0 1 0 -224 0Z`;
  return fill(core, tone(stripe, -0.26)) + strands.join("");
}

/** The woven label on the cuff, held by a stitch in each corner. */
function cuffLabel(label: Oklch, thread: Oklch): string {
  const t = (lighter: number) => tone(label, lighter);
  const box = "M526 910C574 916 626 916 674 910L676 1002C626 1010 574 1010 524 1002Z";
  const corners =
    "M533 916l10 9M543 916l-10 9M657 916l10 9M667 916l-10 9M533 990l10 9M543 990l-10 9M657 990l10 9M667 990l-10 9";
  return [
    moved(4, 8, soft(8, [area(box, 0.5, "#000")])),
    fill(box, "url(#label)"),
    `<path d="${box}" fill="url(#rib)" opacity=".22" style="mix-blend-mode:soft-light"/>`,
    stitches("M532 918C578 923 622 923 668 918M530 995C576 1002 624 1002 670 995", {
      thread: t(-0.1),
      shadow: "#000",
      opacity: 0.35,
      dash: "4 3",
      width: 1.5,
    }),
    stroke(corners, tone(thread, 0.05), 2.6, 0.9, `stroke-linecap="round"`),
    embroideredFlag(tone(thread, 0), "translate(588 928) scale(1.06)"),
  ].join("");
}

const RELIEFS: Relief[] = [
  { name: "fold", blur: 18, height: 30 },
  { name: "broad", blur: 60, height: 130 },
];

/** One knitted panel: its outline, where its stitches go, and the colors of its yarn. */
type Piece = { outline: string; place: Place; base: Oklch; stripe: Oklch; seed: number };

function drawCrown({ outline: body, place: onBody, base, stripe, seed }: Piece): string {
  const shadow = shadowOf(base);
  const colorAt = (row: number) => (isStripe(row) ? stripe : base);
  return clipped(
    "clip-body",
    fill(body, tone(base, -0.26)),
    knit({ place: onBody, columns: BODY.columns, rows: 40, colorAt, seed }),
    fill(body, "url(#light)"),
    relief("broad", 0.6, [roundEdges(body)]),
    relief("fold", 0.5, [
      area("M330 800C350 680 400 560 470 480C430 600 400 700 400 830Z", 0.5),
      area("M760 500C830 580 870 690 880 820L830 840C830 720 810 620 760 500Z", 0.5),
      area("M560 560C540 660 540 760 560 850L620 850C600 760 590 660 600 560Z", 0.3),
    ]),
    soft(22, [
      band("M470 520C420 600 392 700 386 800", 0.16, 70, "#fff"),
      area("M440 380L760 380L740 470C660 500 540 500 460 470Z", 0.45, shadow),
    ]),
    soft(14, [band("M250 850C380 900 820 900 950 850", 0.6, 60, shadow)]),
  );
}

function drawCuff({ outline: cuff, place: onCuff, base, seed }: Piece): string {
  const shadow = shadowOf(base);
  return clipped(
    "clip-cuff",
    fill(cuff, tone(base, -0.26)),
    knit({ place: onCuff, columns: CUFF.columns, rows: 15, colorAt: () => base, seed: seed + 9 }),
    fill(cuff, "url(#light)"),
    relief("fold", 0.75, [roundEdges(cuff)]),
    soft(14, [band("M240 1050C400 1092 800 1092 960 1050", 0.4, 50, shadow)]),
    soft(8, [band("M250 836C400 876 800 876 950 836", 0.25, 26, "#fff")]),
  );
}

/** A rib-knit beanie with a turned-up cuff and a pompom, lying flat. */
export function drawBeanie(options: BeanieOptions, side: "front" | "back"): Drawing {
  const { base, stripe, label, ground } = options;
  const seed = side === "front" ? options.seed : options.seed + 20;
  const onBody: Place = (turn, height) => bodyPlace(turn, height, seed);
  const onCuff: Place = (turn, height) => cuffPlace(turn, height, seed);
  const body = outline(onBody, 0, 0.995);
  const cuff = outline(onCuff, 0, 1);
  const shadow = shadowOf(base);
  const fabric: Fabric = { weave: "jersey", seed, drape: [0.004, 0.004], drapeHeight: 40 };
  const ball = `${curvesToPath(ellipseCurves([POMPOM.x, POMPOM.y], 128, 122))}Z`;
  const definitions = (enlargement: Enlargement) =>
    [
      fabricDefinitions(fabric, RELIEFS, enlargement),
      patchBlurFilter,
      linear(
        "light",
        [0, 0, 1, 0.06],
        [
          [0, shadow, 0.62],
          [0.1, shadow, 0.2],
          [0.3, "#fff", 0.1],
          [0.52, shadow, 0],
          [0.8, shadow, 0.24],
          [0.93, shadow, 0.5],
          [1, shadow, 0.8],
        ],
      ),
      linear(
        "label",
        [0, 0, 1, 0.3],
        [
          [0, tone(label, 0.02)],
          [1, tone(label, -0.05)],
        ],
      ),
      clip("clip-body", body),
      clip("clip-cuff", cuff),
      unionMask("garment", [body, cuff]),
    ].join("");
  const shadows = flatShadows(ground, [body, cuff, ball]);
  const shapes = [
    drawCrown({ outline: body, place: onBody, base, stripe, seed }),
    drawCuff({ outline: cuff, place: onCuff, base, stripe, seed }),
    side === "front" ? cuffLabel(label, base) : "",
    soft(14, [area("M500 420C560 470 640 470 700 420C690 480 510 480 500 420Z", 0.5, shadow)]),
    pompom(options),
    `<g mask="url(#garment)">${grainSheet(0.1)}</g>`,
  ].join("");
  return { ground, definitions, shadows, shapes };
}
