import { type Oklch, tone } from "../drawing/color.ts";
import { linear, soft, WHOLE_PICTURE } from "../drawing/svg.ts";

/** A drawn backdrop: its definitions and shapes, on the drawing board of a picture unless it says otherwise. */
export type Backdrop = { definitions: string; shapes: string };

type Box = { x: number; y: number; width: number; height: number };

const SOFT_LIGHT = `style="mix-blend-mode:soft-light"`;
const rect = ({ x, y, width, height }: Box, paint: string, extra = "") =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${paint}" ${extra}/>`;

/** Long thin noise: the grain of wood that lies (`along` the picture) or stands. */
export function woodGrain(id: string, along: "x" | "y", seed: number): string {
  const waves = along === "x" ? ".0035 .09" : ".09 .0035";
  return `<filter id="${id}" ${WHOLE_PICTURE}><feTurbulence type="fractalNoise" baseFrequency="${waves}" numOctaves="4" seed="${seed}"/><feColorMatrix values="1.9 0 0 0 -.45  1.9 0 0 0 -.45  1.9 0 0 0 -.45  0 0 0 0 1"/></filter>`;
}

/** Fine dust over everything, so that soft grounds are never perfectly smooth. */
export const DUST = `<filter id="dust" ${WHOLE_PICTURE}><feTurbulence type="fractalNoise" baseFrequency=".7" numOctaves="2" seed="4"/><feColorMatrix values="1.2 0 0 0 -.1  1.2 0 0 0 -.1  1.2 0 0 0 -.1  0 0 0 0 1"/></filter>`;
export const dust = (opacity: number) =>
  `<rect width="1200" height="1500" filter="url(#dust)" opacity="${opacity}" ${SOFT_LIGHT}/>`;

type Plank = Box & { color: Oklch };

/** One plank: its color, a lit upper or left edge and a dark joint on the other side. */
function plank({ color, ...box }: Plank, along: "x" | "y"): string {
  const { x, y, width, height } = box;
  const lit = along === "x" ? { ...box, height: 5 } : { ...box, width: 4 };
  const joint =
    along === "x" ? { x, y: y + height - 7, width, height: 7 } : { x: x + width - 5, y, width: 5, height };
  return (
    rect(box, tone(color, 0)) + rect(lit, "#fff", `opacity=".28"`) + rect(joint, "#1a0f06", `opacity=".5"`)
  );
}

/** Planks side by side, each a little lighter or darker than its neighbor, with one grain over all. */
export function planks(
  box: Box,
  {
    color,
    edges,
    along,
    grain,
    strength,
  }: {
    color: Oklch;
    /** Where planks meet, from the first edge to the last. */
    edges: readonly number[];
    along: "x" | "y";
    grain: string;
    strength: number;
  },
): string {
  const shades = [0.012, -0.018, 0.004, -0.008, 0.02, -0.012];
  const boards = edges.slice(0, -1).map((from, i) => {
    const to = edges[i + 1]!;
    const own: Oklch = [color[0] + shades[i % shades.length]!, color[1], color[2]];
    const place =
      along === "x" ? { ...box, y: from, height: to - from } : { ...box, x: from, width: to - from };
    return plank({ ...place, color: own }, along);
  });
  const id = `planks-${grain}`;
  const sheet = rect(box, "#808080", `filter="url(#${grain})" opacity="${strength}" ${SOFT_LIGHT}`);
  return `<clipPath id="${id}">${rect(box, "#fff")}</clipPath><g clip-path="url(#${id})">${boards.join("")}${sheet}</g>`;
}

/** Colors of an hour of the day on the course. */
export type Hour = {
  sky: readonly [top: string, low: string];
  sun: { x: number; y: number; color: string; opacity: number };
  far: Oklch;
  trees: Oklch;
  fairway: Oklch;
  green: Oklch;
};

export const HOURS = {
  dawn: {
    sky: ["#dfe8e6", "#f8e8cf"],
    sun: { x: 260, y: 470, color: "#fff3d2", opacity: 0.95 },
    far: [0.8, 0.03, 170],
    trees: [0.56, 0.05, 155],
    fairway: [0.7, 0.075, 135],
    green: [0.78, 0.08, 125],
  },
  noon: {
    sky: ["#bfdcec", "#eaf3ee"],
    sun: { x: 900, y: 60, color: "#ffffff", opacity: 0.7 },
    far: [0.72, 0.045, 160],
    trees: [0.46, 0.065, 150],
    fairway: [0.64, 0.1, 137],
    green: [0.74, 0.11, 130],
  },
  golden: {
    sky: ["#f3e3c0", "#f6b46b"],
    sun: { x: 880, y: 520, color: "#fff0bd", opacity: 1 },
    far: [0.72, 0.06, 80],
    trees: [0.42, 0.05, 110],
    fairway: [0.6, 0.09, 120],
    green: [0.74, 0.1, 108],
  },
  dusk: {
    sky: ["#5f6f95", "#e8a98a"],
    sun: { x: 330, y: 610, color: "#ffd0a0", opacity: 0.9 },
    far: [0.5, 0.05, 290],
    trees: [0.3, 0.045, 230],
    fairway: [0.4, 0.055, 160],
    green: [0.5, 0.06, 150],
  },
} as const satisfies Record<string, Hour>;

/** The course far behind the thing in front, out of focus, down to `bottom`. */
export function farCourse(hour: Hour, bottom: number, blur: number): Backdrop {
  const { sky, sun, far, trees, fairway, green } = hour;
  const at = (share: number) => bottom * share;
  const crowns = [40, 150, 235, 350, 820, 930, 1010, 1120].map((x, i) => ({
    path: `M${x - 84} ${at(0.7)}C${x - 92} ${at(0.5 - (i % 3) * 0.05)} ${x + 92} ${at(0.5 - (i % 3) * 0.05)} ${x + 84} ${at(0.7)}Z`,
    opacity: 1,
    color: tone(trees, (i % 2) * 0.04),
  }));
  const definitions =
    linear(
      "sky",
      [0, 0, 0, 1],
      [
        [0, sky[0]],
        [1, sky[1]],
      ],
    ) +
    `<radialGradient id="sun"><stop offset="0" stop-color="${sun.color}" stop-opacity="${sun.opacity}"/><stop offset=".25" stop-color="${sun.color}" stop-opacity="${sun.opacity * 0.55}"/><stop offset="1" stop-color="${sun.color}" stop-opacity="0"/></radialGradient>`;
  const land = [
    {
      path: `M-100 ${at(0.66)}C200 ${at(0.5)} 420 ${at(0.56)} 640 ${at(0.6)}C860 ${at(0.63)} 1060 ${at(0.52)} 1320 ${at(0.6)}L1320 ${bottom + 100}L-100 ${bottom + 100}Z`,
      opacity: 1,
      color: tone(far, 0),
    },
    ...crowns,
    {
      path: `M-100 ${at(0.72)}C260 ${at(0.64)} 620 ${at(0.71)} 1320 ${at(0.67)}L1320 ${bottom + 100}L-100 ${bottom + 100}Z`,
      opacity: 1,
      color: tone(fairway, 0),
    },
    {
      path: `M420 ${at(0.8)}C560 ${at(0.74)} 980 ${at(0.74)} 1160 ${at(0.8)}C1260 ${at(0.86)} 460 ${at(0.9)} 420 ${at(0.8)}Z`,
      opacity: 0.9,
      color: tone(green, 0.03),
    },
    {
      path: `M-100 ${at(0.86)}C300 ${at(0.8)} 700 ${at(0.93)} 1320 ${at(0.88)}L1320 ${bottom + 100}L-100 ${bottom + 100}Z`,
      opacity: 0.65,
      color: tone(fairway, -0.08),
    },
  ];
  const pin = [
    { path: `M806 ${at(0.79)}L806 ${at(0.5)}`, opacity: 0.95, width: 7, color: "#fbf6e6" },
    {
      path: `M808 ${at(0.5)}C838 ${at(0.48)} 858 ${at(0.53)} 892 ${at(0.51)}L884 ${at(0.585)}C856 ${at(0.6)} 836 ${at(0.56)} 808 ${at(0.58)}Z`,
      opacity: 1,
      color: "#c3321a",
    },
  ];
  const shapes = [
    rect({ x: 0, y: 0, width: 1200, height: bottom + 20 }, "url(#sky)"),
    `<circle cx="${sun.x}" cy="${sun.y}" r="620" fill="url(#sun)"/>`,
    soft(blur, land),
    `<circle cx="${sun.x}" cy="${sun.y}" r="520" fill="url(#sun)" opacity=".4"/>`,
    soft(blur * 0.45, pin),
  ].join("");
  return { definitions, shapes };
}
