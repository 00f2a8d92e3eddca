import { soft, stroke } from "../drawing/svg.ts";

/** What is next to it: each around (0, 0), with its shadow. Definitions are shared by all. */
export const PROP_DEFINITIONS = `<radialGradient id="ball" cx=".36" cy=".3" r=".85"><stop offset="0" stop-color="#fff"/><stop offset=".55" stop-color="#f1efe6"/><stop offset="1" stop-color="#a9a596"/></radialGradient><pattern id="dimples" width="15" height="13" patternUnits="userSpaceOnUse"><circle cx="4" cy="4" r="3.6" fill="#000" fill-opacity=".1"/><circle cx="4.6" cy="4.8" r="2.6" fill="#fff" fill-opacity=".4"/><circle cx="11.5" cy="10.5" r="3.6" fill="#000" fill-opacity=".1"/><circle cx="12.1" cy="11.3" r="2.6" fill="#fff" fill-opacity=".4"/></pattern>`;

type Place = {
  x: number;
  y: number;
  degrees?: number;
  scale?: number;
  /** Its height as a share, of something flat on a surface that is seen from the side. */
  tilt?: number;
};
const placed = ({ x, y, degrees = 0, scale = 1, tilt = 1 }: Place, content: string) =>
  `<g transform="translate(${x} ${y}) scale(${scale} ${scale * tilt}) rotate(${degrees})">${content}</g>`;

/** A golf ball of 120 units on a surface that is seen from the front or from above. */
export function ball(place: Place, flat = false): string {
  const shadow = flat
    ? soft(13, [{ path: "M-40 -20C10 -60 96 -30 96 24C96 80 20 96 -20 66Z", opacity: 0.5, color: "#150c05" }])
    : soft(13, [
        { path: "M-50 44C0 26 120 30 150 52C110 82 -30 84 -50 44Z", opacity: 0.55, color: "#150c05" },
      ]);
  return placed(
    place,
    `${shadow}<circle r="60" fill="url(#ball)"/><circle r="57" fill="url(#dimples)" opacity=".8"/><path d="M-30 -14L12 -22" stroke="#c3321a" stroke-width="5" stroke-linecap="round" opacity=".75"/>`,
  );
}

/** A scorecard with nine holes and a pencil on it, 420 × 250 units. */
export function scorecard(place: Place): string {
  const columns = Array.from({ length: 10 }, (_, i) => `M${-120 + i * 32} -96V104`).join("");
  const rows = [-96, -56, -16, 24, 64, 104].map((y) => `M-196 ${y}H196`).join("");
  const scores = ["4", "5", "3", "4", "4", "3", "5"]
    .map(
      (score, i) =>
        `<path d="${digit(score)}" transform="translate(${-112 + i * 32} 36) rotate(${(i % 3) * 4 - 4})" fill="none" stroke="#38414a" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/>`,
    )
    .join("");
  const pencil = `${soft(6, [{ path: "M-130 10L120 10L120 24L-130 24Z", opacity: 0.45, color: "#150c05" }])}<path d="M-140 -8L96 -8L96 8L-140 8Z" fill="#1f5138"/><path d="M-140 -8L96 -8L96 -3L-140 -3Z" fill="#fff" opacity=".25"/><path d="M96 -8L128 0L96 8Z" fill="#e8cfa2"/><path d="M119 -2.4L128 0L119 2.4Z" fill="#2a2a2a"/><path d="M-140 -8H-122V8H-140Z" fill="#c9b37c"/>`;
  return placed(
    place,
    `${soft(14, [{ path: "M-200 -116L224 -108L228 150L-196 140Z", opacity: 0.5, color: "#150c05" }])}<rect x="-210" y="-125" width="420" height="250" rx="5" fill="#f7f1df"/><rect x="-210" y="-125" width="420" height="29" rx="5" fill="#184b33"/><path d="M-196 -111H-96M60 -111H190" stroke="#f7f1df" stroke-opacity=".7" stroke-width="5"/>${stroke(columns + rows, "#184b33", 1.6, 0.45)}<path d="M0 -125V125" stroke="#000" stroke-opacity=".12" stroke-width="3"/>${scores}<g transform="translate(70 96) rotate(-11)">${pencil}</g>`,
  );
}

const digit = (name: string) =>
  name === "4"
    ? "M4 -12L-5 3H7M4 -4V11"
    : name === "5"
      ? "M6 -12H-4L-5 -3C4 -7 9 6 -5 10"
      : "M-5 -10C8 -14 6 -1 -1 -1C9 0 7 13 -6 9";

/** The hook of a hanger whose arms are in the shirt; it reaches 184 units up to its peg. */
export function hanger(neckY: number): string {
  const hook = `M600 ${neckY + 50}V${neckY - 60}C600 ${neckY - 92} 640 ${neckY - 96} 640 ${neckY - 134}C640 ${neckY - 180} 566 ${neckY - 184} 564 ${neckY - 138}`;
  return `${soft(8, [{ path: hook.replace(/M600/, "M612"), opacity: 0.4, width: 11, color: "#140b04" }])}<path d="${hook}" fill="none" stroke="#5b4722" stroke-width="11" stroke-linecap="round"/><path d="${hook}" fill="none" stroke="#e8cf8d" stroke-width="5" stroke-linecap="round" transform="translate(-1.5 -1)"/>`;
}
