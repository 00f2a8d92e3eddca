// The look of the storefront, as the owner sets it.
import { isHexColor } from "./oklch.ts";
import { type BrandColors, colorProblems, paletteOf } from "./palette.ts";
import type { BrandPicture } from "./picture.ts";

export type Look = {
  /** On light backgrounds; null: the store's name is the logo. */
  logo: BrandPicture | null;
  /** On dark backgrounds (footer, emails); null: `logo` on white. */
  logoOnDark: BrandPicture | null;
  /** The logo contains the name, so the name is not shown next to it. */
  logoReplacesName: boolean;
  /** Without a logo: the name alone, or with its initials in a round crest. */
  mark: "wordmark" | "crest";
  colors: BrandColors;
  fonts: FontSetName;
  /** Of pictures, in pixels. */
  radius: number;
  contactPicture: BrandPicture | null;
  /** The golf brand's drawings and products: in the footer, in an empty cart, and where the owner has no picture yet. */
  hasDrawings: boolean;
};

/** `files`: in src/web/styles/fonts, without their extension. */
type FontSet = { label: string; display: string; text: string; inEmails: string; files: readonly FontFile[] };
export type FontFile = "besley" | "hanken-grotesk" | "playfair-display" | "outfit";

const HANKEN = '"Hanken Grotesk","Hanken fallback",system-ui,sans-serif';
const OUTFIT = '"Outfit","Outfit fallback",system-ui,sans-serif';
const SERIF_IN_EMAILS = "Georgia,'Noto Serif','DejaVu Serif',serif";
const SANS_IN_EMAILS = "'Helvetica Neue',Helvetica,Arial,sans-serif";

/** Self-hosted, each with fallbacks of the same metrics (src/web/styles/fonts.css). `inEmails`: for headings, where no font loads. */
export const fontSets = {
  clubhouse: {
    label: "Besley and Hanken Grotesk",
    display: '"Besley","Besley fallback",Georgia,serif',
    text: HANKEN,
    inEmails: SERIF_IN_EMAILS,
    files: ["besley", "hanken-grotesk"],
  },
  editorial: {
    label: "Playfair Display and Hanken Grotesk",
    display: '"Playfair Display","Playfair fallback",Georgia,serif',
    text: HANKEN,
    inEmails: SERIF_IN_EMAILS,
    files: ["playfair-display", "hanken-grotesk"],
  },
  modern: { label: "Outfit", display: OUTFIT, text: OUTFIT, inEmails: SANS_IN_EMAILS, files: ["outfit"] },
  plain: {
    label: "Hanken Grotesk",
    display: HANKEN,
    text: HANKEN,
    inEmails: SANS_IN_EMAILS,
    files: ["hanken-grotesk"],
  },
} as const satisfies Record<string, FontSet>;

export type FontSetName = keyof typeof fontSets;

/** Corners of pictures in pixels, with their labels. */
export const radii = { 0: "Square", 6: "Slightly rounded", 14: "Rounded", 22: "Very rounded" } as const;

/** The values of a preset. Logos stay. */
type Preset = Pick<Look, "colors" | "fonts" | "radius" | "mark" | "hasDrawings"> & { label: string };

export const presets = {
  clubhouse: {
    label: "Clubhouse",
    colors: { brand: "#184b33", accent: "#c3321a", paper: "#f9f7f1" },
    fonts: "clubhouse",
    radius: 14,
    mark: "wordmark",
    hasDrawings: true,
  },
  dune: {
    label: "Dune",
    colors: { brand: "#5a3620", accent: "#a93a16", paper: "#fbf5ea" },
    fonts: "editorial",
    radius: 6,
    mark: "crest",
    hasDrawings: false,
  },
  harbor: {
    label: "Harbor",
    colors: { brand: "#17365c", accent: "#b3361e", paper: "#f4f8fb" },
    fonts: "modern",
    radius: 22,
    mark: "wordmark",
    hasDrawings: false,
  },
  studio: {
    label: "Studio",
    colors: { brand: "#1d1d1f", accent: "#5b3fd6", paper: "#ffffff" },
    fonts: "plain",
    radius: 0,
    mark: "crest",
    hasDrawings: false,
  },
} satisfies Record<string, Preset>;

type LookValues = Pick<Look, "colors" | "fonts" | "radius">;

/**
 * The address of the style sheet that turns the shop's own into this look: its name is its values, so every copy of the shop
 * can serve it, and browsers keep it forever. Null where the shop's own style sheet is enough.
 */
export function lookPath(look: LookValues): string | null {
  const path = pathOf(look);
  return path === pathOf(presets.clubhouse) ? null : path;
}

function pathOf({ colors: { brand, accent, paper }, fonts, radius }: LookValues): string {
  return `/look/${[brand, accent, paper].map((hex) => hex.slice(1)).join("-")}-${fonts}-${radius}.css`;
}

/** The look of a style sheet's name; null for a name that `lookPath` does not make. */
export function parseLookName(name: string): LookValues | null {
  const [brand, accent, paper, fonts = "", radius = ""] = name.replace(/\.css$/, "").split("-");
  const colors = { brand: `#${brand}`, accent: `#${accent}`, paper: `#${paper}` };
  if (!Object.values(colors).every(isHexColor) || !isFontSet(fonts) || !(radius in radii)) return null;
  const look = { colors, fonts, radius: Number(radius) };
  return pathOf(look) === `/look/${name}` && colorProblems(colors).length === 0 ? look : null;
}

export function isFontSet(name: string): name is FontSetName {
  return Object.hasOwn(fontSets, name);
}

/** Replaces the tokens of src/web/styles/theme.css. */
export function lookStylesheet({ colors, fonts, radius }: LookValues): string {
  const { display, text } = fontSets[fonts];
  const tokens = Object.entries(paletteOf(colors)).map(([name, hex]) => `--color-${name}:${hex}`);
  const corners = [
    `--radius-picture:${radius}px`,
    `--radius-field:${Math.round((radius * FIELD_RADIUS) / PICTURE_RADIUS)}px`,
  ];
  return `:root{${[...tokens, ...corners, `--font-display:${display}`, `--font-sans:${text}`].join(";")}}`;
}

const PICTURE_RADIUS = 14;
const FIELD_RADIUS = 10;
