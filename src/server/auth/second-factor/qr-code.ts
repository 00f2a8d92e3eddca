// uqr draws nothing and has no dependencies: it returns which squares are dark.
import { encode } from "uqr";

/** A square of `size` × `size` units, its quiet border within, and the dark squares as an SVG path. */
export type QrCode = { size: number; path: string };

const BORDER = 4;

export function qrCode(text: string): QrCode {
  const { size, data } = encode(text, { ecc: "M", border: BORDER });
  const squares = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")));
  return { size, path: squares.join("") };
}
