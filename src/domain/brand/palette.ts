// Every color of the storefront, from three that the owner chooses. Each differs from them in lightness, chroma, and hue as
// the golf brand's does. The contrast of every pair is then measured, and colors with a pair below its limit (WCAG 2: 4.5:1,
// for borders 3:1) are refused with the nearest shade that passes.
import { contrastOf, type Oklch, toHex, toOklch } from "./oklch.ts";

/** Hex: "#184b33". */
export type BrandColors = { brand: string; accent: string; paper: string };
export type ColorName = keyof BrandColors;

const TEXT_MIN = 4.5;
const BORDER_MIN = 3;
const WHITE = "#ffffff";

/** Colors of states, the same in every shop: success, warning, error, note. */
const states = { ok: "#226837", warn: "#955e00", err: "#b32322", sky: "#2f6e9e" };

/** The chroma of the golf brand's colors, on which the tints of its palette are based. */
const CHROMA = { brand: 0.0687, accent: 0.1853, paper: 0.0082 };

export type Palette = ReturnType<typeof paletteOf>;

/** By the names of the style sheet's tokens (src/web/styles/theme.css). */
export function paletteOf(colors: BrandColors) {
  const [brand, accent, paper] = [toOklch(colors.brand), toOklch(colors.accent), toOklch(colors.paper)];
  const share = (color: Oklch, full: number) => Math.min(1, color.c / full);
  const tint = (l: number, c: number, h: number) => toHex({ l: paper.l + l, c, h });
  const sand = tint(-0.0403, paper.c * 1.96, paper.h - 8.7);
  return {
    paper: colors.paper,
    surface: toHex({ l: Math.min(0.995, paper.l + 0.015), c: paper.c * 0.5, h: paper.h }),
    sand,
    mist: tint(-0.0413, 0.0131 * share(brand, CHROMA.brand), brand.h + 49.2),
    moss: tint(-0.0456, 0.0226 * share(brand, CHROMA.brand), brand.h - 33.4),
    blush: tint(-0.0402, 0.0187 * share(accent, CHROMA.accent), accent.h + 25.2),
    line: tint(-0.1067, paper.c * 1.354, paper.h + 3.7),
    edge: edgeOn(sand, { l: 0.6002, c: Math.min(0.03, brand.c * 0.256), h: brand.h - 20.2 }),
    ink: toHex({ l: 0.2334, c: Math.min(0.03, brand.c * 0.315), h: brand.h + 4.7 }),
    "ink-2": toHex({ l: 0.4294, c: Math.min(0.03, brand.c * 0.2765), h: brand.h + 0.3 }),
    fairway: colors.brand,
    "fairway-deep": toHex({ l: brand.l * 0.785, c: brand.c * 0.808, h: brand.h + 0.6 }),
    flag: colors.accent,
    "flag-deep": toHex({ l: accent.l * 0.8697, c: accent.c * 0.8915, h: accent.h }),
    sun: toHex({ l: 0.8701, c: 0.1448 * share(paper, CHROMA.paper), h: paper.h + 0.8 }),
  };
}

/** The border of a control stays visible on the darkest background. */
function edgeOn(ground: string, color: Oklch): string {
  let edge = color;
  while (edge.l > 0.3 && contrastOf(toHex(edge), ground) < BORDER_MIN) edge = { ...edge, l: edge.l - 0.005 };
  return toHex(edge);
}

type Pair = { color: ColorName; what: string; one: string; other: string; min: number };

/** Text and background pairs, by the color that has to change when the contrast is too low. */
function pairsOf(palette: Palette): Pair[] {
  const { paper, surface, sand, mist, moss, blush, fairway, flag, sun, edge, ink } = palette;
  const grounds = { paper, surface, sand, mist, moss, blush };
  const onGrounds = (color: ColorName, what: string, one: string, min = TEXT_MIN) =>
    Object.values(grounds).map((other) => ({ color, what, one, other, min }));
  return [
    { color: "brand", what: "White text on it", one: WHITE, other: fairway, min: TEXT_MIN },
    ...onGrounds("brand", "Links in this color", fairway),
    { color: "brand", what: "Small headings on it", one: sun, other: fairway, min: TEXT_MIN },
    { color: "accent", what: "White text on it", one: WHITE, other: flag, min: TEXT_MIN },
    ...[paper, surface, sand, moss].map((other) => ({
      color: "accent" as const,
      what: "Sale prices in this color",
      one: flag,
      other,
      min: TEXT_MIN,
    })),
    ...onGrounds("paper", "Text on it", ink),
    ...onGrounds("paper", "Gray text on it", palette["ink-2"]),
    ...onGrounds("paper", "Borders on it", edge, BORDER_MIN),
    ...Object.values(states).map((one) => ({
      color: "paper" as const,
      what: "Messages on it",
      one,
      other: paper,
      min: TEXT_MIN,
    })),
  ];
}

export type ColorProblem = { color: ColorName; what: string; ratio: number; min: number; nearest: string };

/** The pairs with too little contrast, each color with its nearest shade that passes; empty if all pass. */
export function colorProblems(colors: BrandColors): ColorProblem[] {
  const paper = problemOf(colors, "paper");
  // The others are measured on a paper that passes.
  const onPaper = { ...colors, paper: paper?.nearest ?? colors.paper };
  const problems = [paper, problemOf(onPaper, "brand"), problemOf(onPaper, "accent")];
  return problems.filter((problem) => problem !== null);
}

function problemOf(colors: BrandColors, color: ColorName): ColorProblem | null {
  const failed = failedPairs(colors).filter((pair) => pair.color === color);
  const [worst] = failed.sort((a, b) => a.ratio / a.min - b.ratio / b.min);
  if (!worst) return null;
  return {
    color,
    what: worst.what,
    ratio: worst.ratio,
    min: worst.min,
    nearest: nearestShade(colors, color),
  };
}

function failedPairs(colors: BrandColors) {
  return pairsOf(paletteOf(colors)).flatMap((pair) => {
    const ratio = contrastOf(pair.one, pair.other);
    return ratio < pair.min ? [{ ...pair, ratio }] : [];
  });
}

const STEP = 0.004;

/** The same hue, as much darker or lighter as necessary. */
function nearestShade(colors: BrandColors, name: ColorName): string {
  const color = toOklch(colors[name]);
  for (let away = STEP; away < 1; away += STEP) {
    for (const l of [color.l - away, color.l + away]) {
      if (l <= 0.05 || l > 1) continue;
      const shade = toHex({ ...color, l });
      if (!failedPairs({ ...colors, [name]: shade }).some((pair) => pair.color === name)) return shade;
    }
  }
  return name === "paper" ? WHITE : "#202020";
}
