/** A color in OKLCH: lightness 0..1, chroma, hue in degrees. Equal steps of lightness look equal, so every
 * light and shade of a garment can be "the base, a little up or down". */
export type Oklch = readonly [lightness: number, chroma: number, hue: number];

const gammaByte = (linear: number) => {
  const clamped = Math.min(1, Math.max(0, linear));
  const encoded = clamped <= 0.0031308 ? 12.92 * clamped : 1.055 * clamped ** (1 / 2.4) - 0.055;
  return Math.round(encoded * 255)
    .toString(16)
    .padStart(2, "0");
};

/** OKLCH to `#rrggbb`, clipped to sRGB. Matrices: https://bottosson.github.io/posts/oklab/ */
export function toHex([lightness, chroma, hue]: Oklch): string {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const red = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s;
  const green = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s;
  const blue = -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s;
  return `#${gammaByte(red)}${gammaByte(green)}${gammaByte(blue)}`;
}

/** The same color lighter (or darker, below zero), as `#rrggbb`; never quite white or black. */
export function tone([lightness, chroma, hue]: Oklch, lighter: number, chromaScale = 1): string {
  return toHex([Math.min(0.985, Math.max(0.06, lightness + lighter)), chroma * chromaScale, hue]);
}

/** The color of shadows on a garment: a dark tone of its own hue, for black looks dirty on light cloth. */
export function shadowOf([lightness, chroma, hue]: Oklch): string {
  return toHex([Math.max(0.1, lightness - 0.36), Math.min(0.09, chroma * 1.1 + 0.01), hue]);
}
