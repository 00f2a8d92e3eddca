// Colors as shoppers look for them. An owner names a color freely ("Fairway Green", "Bone/Green"); its words say how it
// looks and which plain color it counts as, so that "green" finds pine and moss. A color that has a word of no entry looks
// like nothing until the owner gives it a swatch.

/** The plain colors, which shoppers type, with how each looks. */
export const plainColors = {
  black: "#1d1d1b",
  white: "#ffffff",
  gray: "#8d9191",
  beige: "#d9c7a3",
  brown: "#6f4e37",
  blue: "#3a6ea5",
  navy: "#1f2a44",
  green: "#3c7a4e",
  yellow: "#e8c547",
  orange: "#d9772b",
  red: "#b3332b",
  pink: "#e2a0ad",
  purple: "#6d4f86",
} as const;

export type PlainColor = keyof typeof plainColors;

/** Other names of colors: which plain color each is, and how it looks. */
const shades: Readonly<Record<string, { of: PlainColor; looks: string }>> = {
  charcoal: { of: "gray", looks: "#44484a" },
  grey: { of: "gray", looks: plainColors.gray },
  fog: { of: "gray", looks: "#a7adad" },
  heather: { of: "gray", looks: "#b4b6b5" },
  silver: { of: "gray", looks: "#c0c3c4" },
  bone: { of: "white", looks: "#e9e1cf" },
  cream: { of: "white", looks: "#f2e8d5" },
  ivory: { of: "white", looks: "#f6f0e0" },
  sand: { of: "beige", looks: "#d3bf98" },
  tan: { of: "beige", looks: "#c8a777" },
  khaki: { of: "beige", looks: "#b6a67a" },
  oat: { of: "beige", looks: "#ddcfb4" },
  camel: { of: "brown", looks: "#b78a4f" },
  sky: { of: "blue", looks: "#8fb8d8" },
  dusk: { of: "blue", looks: "#5b7290" },
  teal: { of: "blue", looks: "#2a7f7d" },
  royal: { of: "blue", looks: "#2b4c9b" },
  fairway: { of: "green", looks: "#2f6b45" },
  pine: { of: "green", looks: "#1f3d2b" },
  forest: { of: "green", looks: "#24452f" },
  olive: { of: "green", looks: "#6b6b3a" },
  moss: { of: "green", looks: "#5c6b3c" },
  sage: { of: "green", looks: "#9caf94" },
  mint: { of: "green", looks: "#b5d8c2" },
  butter: { of: "yellow", looks: "#f0dc9a" },
  gold: { of: "yellow", looks: "#c9a13b" },
  rust: { of: "orange", looks: "#a8512b" },
  coral: { of: "orange", looks: "#e57f66" },
  clay: { of: "red", looks: "#b0553c" },
  burgundy: { of: "red", looks: "#6b1f2e" },
  oxblood: { of: "red", looks: "#6b2430" },
  maroon: { of: "red", looks: "#6d2030" },
  blush: { of: "pink", looks: "#efc7c4" },
  lavender: { of: "purple", looks: "#b6a3d0" },
};

/** Every word that names a color, for searches. */
export const colorWords: readonly string[] = [...Object.keys(plainColors), ...Object.keys(shades)];

/** The plain color that a word names; null for any other word. In any case. */
export function plainColorOf(word: string): PlainColor | null {
  const name = word.toLowerCase();
  if (isPlain(name)) return name;
  return Object.hasOwn(shades, name) ? (shades[name]?.of ?? null) : null;
}

/** Every word of a plain color, the plain one first: "green" → green, fairway, pine … */
export function shadesOf(color: PlainColor): string[] {
  return colorWords.filter((word) => plainColorOf(word) === color);
}

/** Whether a word's color is dark or light; null between them, and for a word of no color. */
export function toneOf(word: string): "dark" | "light" | null {
  const looks = looksOf(word);
  if (looks === null) return null;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(
    (at) => Number.parseInt(looks.slice(at, at + 2), 16) / 255,
  );
  const brightness = 0.3 * red + 0.59 * green + 0.11 * blue;
  return brightness < DARK_MAX ? "dark" : brightness > LIGHT_MIN ? "light" : null;
}

/** Parts of white. */
const DARK_MAX = 0.35;
const LIGHT_MIN = 0.6;

/** The plain colors that a color's name counts as: "Bone/Green" → white and green; none for "Calcutta". */
export function plainColorsOf(color: string): PlainColor[] {
  const found = wordsOf(color).flatMap((word) => plainColorOf(word) ?? []);
  return [...new Set(found)];
}

/**
 * How the parts of a color look, one value for each part between slashes: the owner's swatch for the first, else what a
 * word of its name says. An unknown part is left out. "#1f3d2b", in lower case.
 */
export function swatchesOf({ color, swatch }: { color: string; swatch: string }): string[] {
  return color.split("/").flatMap((part, index) => {
    const looks = index === 0 && swatch !== "" ? swatch : looksOf(part);
    return looks === null ? [] : [looks];
  });
}

/** A shade says more than a plain color: "Sage Green" looks like sage. */
function looksOf(part: string): string | null {
  const words = wordsOf(part);
  const shade = words.find((word) => Object.hasOwn(shades, word));
  if (shade) return shades[shade]?.looks ?? null;
  const plain = words.find(isPlain);
  return plain ? plainColors[plain] : null;
}

function isPlain(word: string): word is PlainColor {
  return Object.hasOwn(plainColors, word);
}

function wordsOf(color: string): string[] {
  return color
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter(Boolean);
}
