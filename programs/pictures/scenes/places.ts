import { type Oklch, tone } from "../drawing/color.ts";
import { band, linear, soft } from "../drawing/svg.ts";
import { type Backdrop, DUST, dust, farCourse, type Hour, planks, woodGrain } from "./surfaces.ts";

export const WOOD = {
  oak: [0.66, 0.065, 68],
  teak: [0.56, 0.075, 56],
  driftwood: [0.72, 0.022, 80],
  walnut: [0.42, 0.05, 52],
  green: [0.36, 0.055, 160],
  cream: [0.9, 0.022, 88],
  blue: [0.5, 0.045, 240],
} as const satisfies Record<string, Oklch>;

const BENCH_Y = 900;

/** A bench next to the fairway: what lies on it stands about 1,150 units down. */
export function bench(hour: Hour, wood: Oklch, seed: number): Backdrop {
  const course = farCourse(hour, BENCH_Y + 30, 17);
  const edges = [BENCH_Y, 1004, 1130, 1286, 1480, 1520];
  const warm = hour.sun.color;
  return {
    definitions:
      course.definitions +
      woodGrain("bench-grain", "x", seed) +
      DUST +
      linear(
        "bench-light",
        [hour.sun.x < 600 ? 0 : 1, 0, hour.sun.x < 600 ? 1 : 0, 1],
        [
          [0, warm, 0.42],
          [0.5, warm, 0.04],
          [1, "#0c1612", 0.34],
        ],
      ),
    shapes: [
      course.shapes,
      planks(
        { x: 0, y: BENCH_Y, width: 1200, height: 620 },
        { color: wood, edges, along: "x", grain: "bench-grain", strength: 0.55 },
      ),
      `<rect y="${BENCH_Y}" width="1200" height="620" fill="url(#bench-light)"/>`,
      soft(7, [band(`M-20 ${BENCH_Y}L1220 ${BENCH_Y}`, 0.35, 12, "#fff4d6")]),
      dust(0.12),
    ].join(""),
  };
}

const PEG_Y = 250;
const PEGS = [140, 600, 1060] as const;

/** A turned peg of the rail, seen from the front. */
function peg(x: number, y: number): string {
  return `<g transform="translate(${x} ${y})">${soft(9, [{ path: "M-22 -10L34 -10L34 44L-14 44Z", opacity: 0.5, color: "#140b04" }])}<circle r="27" fill="${tone(WOOD.oak, -0.08)}"/><circle r="27" fill="url(#peg)"/><circle r="17" fill="none" stroke="#000" stroke-opacity=".16" stroke-width="2"/></g>`;
}

/** The wall of the starter's hut: boards, and a rail with pegs. What hangs on the middle one begins there. */
export function wall(paint: Oklch, rail: Oklch, seed: number): Backdrop {
  const edges = [-60, 130, 322, 508, 700, 888, 1082, 1260];
  return {
    definitions:
      woodGrain("wall-grain", "y", seed) +
      woodGrain("rail-grain", "x", seed + 3) +
      DUST +
      `<radialGradient id="peg" cx=".34" cy=".28" r=".9"><stop offset="0" stop-color="#fff" stop-opacity=".55"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".4"/></radialGradient>` +
      linear(
        "window",
        [0, 0, 1, 0.8],
        [
          [0, "#fff2d4", 0.4],
          [0.4, "#fff2d4", 0.06],
          [1, "#0c1612", 0.36],
        ],
      ),
    shapes: [
      planks(
        { x: -60, y: 0, width: 1320, height: 1500 },
        { color: paint, edges, along: "y", grain: "wall-grain", strength: 0.2 },
      ),
      soft(16, [
        {
          path: `M0 ${PEG_Y + 40}L1200 ${PEG_Y + 40}L1200 ${PEG_Y + 92}L0 ${PEG_Y + 92}Z`,
          opacity: 0.4,
          color: "#0a0f0c",
        },
      ]),
      planks(
        { x: 0, y: PEG_Y - 62, width: 1200, height: 122 },
        { color: rail, edges: [PEG_Y - 62, PEG_Y + 60], along: "x", grain: "rail-grain", strength: 0.5 },
      ),
      ...PEGS.map((x) => peg(x, PEG_Y)),
      // Light of a window falls across.
      `<rect width="1200" height="1500" fill="url(#window)"/>`,
      soft(26, [
        { path: "M-40 420L520 -60L760 -60L-40 660Z", opacity: 0.16, color: "#fff3d0" },
        { path: "M-40 800L900 -60L1010 -60L-40 930Z", opacity: 0.12, color: "#fff3d0" },
      ]),
      dust(0.14),
    ].join(""),
  };
}

/** The table of the clubhouse from above. */
export function table(wood: Oklch, seed: number): Backdrop {
  return {
    definitions:
      woodGrain("table-grain", "x", seed) +
      DUST +
      linear(
        "lamp",
        [0, 0, 0.9, 1],
        [
          [0, "#fff2d4", 0.4],
          [0.5, "#fff2d4", 0.04],
          [1, "#0c1612", 0.38],
        ],
      ),
    shapes: [
      planks(
        { x: 0, y: -20, width: 1200, height: 1560 },
        {
          color: wood,
          edges: [-20, 236, 520, 790, 1080, 1340, 1560],
          along: "x",
          grain: "table-grain",
          strength: 0.5,
        },
      ),
      `<rect width="1200" height="1500" fill="url(#lamp)"/>`,
      dust(0.12),
    ].join(""),
  };
}
