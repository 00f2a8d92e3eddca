import type { Oklch } from "./color.ts";

/** Cloth and thread colors of the sample catalog. */
export const CLOTH = {
  bone: [0.9, 0.018, 84],
  cream: [0.94, 0.018, 90],
  chalk: [0.955, 0.008, 95],
  butter: [0.9, 0.075, 95],
  sand: [0.82, 0.04, 80],
  gold: [0.85, 0.12, 90],
  clay: [0.6, 0.13, 40],
  red: [0.56, 0.175, 33],
  oxblood: [0.36, 0.095, 18],
  fairway: [0.4, 0.06, 160],
  pine: [0.34, 0.045, 162],
  sage: [0.66, 0.045, 140],
  sky: [0.8, 0.05, 235],
  dusk: [0.47, 0.06, 265],
  navy: [0.32, 0.055, 262],
  fog: [0.76, 0.014, 240],
} as const satisfies Record<string, Oklch>;
