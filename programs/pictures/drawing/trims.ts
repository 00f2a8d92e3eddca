import { type Oklch, shadowOf, tone } from "./color.ts";
import { type Curve, curvesToPath, sampleDirections, shiftCurves } from "./paths.ts";
import { band, ellipse, faded, moved, soft, stroke } from "./svg.ts";

export type Stitch = { thread: string; shadow: string; opacity: number; dash?: string; width?: number };

/** A dashed line of thread with the shadow that makes it sit in the cloth. */
export function stitches(
  path: string,
  { thread, shadow, opacity, dash = "6 4.4", width = 1.9 }: Stitch,
): string {
  const line = (color: string, alpha: number) =>
    stroke(path, color, width, alpha, `stroke-dasharray="${dash}" stroke-linecap="round"`);
  return moved(0.5, 1.3, line(shadow, opacity * 0.8)) + line(thread, opacity);
}

/** Parallel strokes of thread, as embroidery shows them. */
export function threadHatch(
  count: number,
  [x0, y0, x1, y1]: readonly number[],
  lean: number,
  opacity: number,
): string {
  const strokes = Array.from({ length: count }, (_, i) => {
    const x = x0! + ((x1! - x0!) * i) / count;
    return `M${x.toFixed(1)} ${y0}L${(x + lean).toFixed(1)} ${y1}`;
  }).join("");
  return `<path d="${strokes}" stroke="#000" stroke-opacity="${opacity}" stroke-width="1.1"/>`;
}

/** The shop's flag, embroidered; about 44 × 60 units around the foot of the pin. */
export function embroideredFlag(thread: string, transform: string): string {
  const cloth = "M2 0C16 -4 24 7 41 3C36 12 36 18 41 26C24 30 16 18 2 23Z";
  const hatch = Array.from({ length: 13 }, (_, i) => `M${3 + i * 3} -4V30`).join("");
  return `<g transform="${transform}"><g transform="translate(1 2.4)" opacity=".35"><path d="${cloth}"/><path d="M0 52V0" stroke="#000" stroke-width="4.4"/></g><path d="M0 52V0" stroke="${thread}" stroke-width="4.4" stroke-linecap="round"/><path d="${cloth}" fill="${thread}"/><ellipse cx="0" cy="54" rx="13" ry="3.6" fill="none" stroke="${thread}" stroke-width="3"/><clipPath id="flag-cloth"><path d="${cloth}"/></clipPath><path d="${hatch}" clip-path="url(#flag-cloth)" stroke="#000" stroke-opacity=".2" stroke-width="1"/></g>`;
}

/** The woven label inside a collar, 64 × 31 units around (0, 0). */
export function wovenLabel(cloth: string, thread: string, transform: string): string {
  return `<g transform="${transform}"><rect x="-32" y="-14" width="64" height="31" rx="2" fill="${cloth}"/><path d="M-16 10V-8M-15 -8C-9 -10 -6 -4 1 -6C-1 -3 -1 0 1 3C-6 5 -9 -1 -15 1" stroke="${thread}" fill="none" stroke-width="2.2"/><path d="M8 -4H22M8 3H19" stroke="${thread}" stroke-width="2.2"/></g>`;
}

/** A sewn-on button; needs the gradient `button` among the definitions. */
export function button(x: number, y: number): string {
  return `<ellipse cx="${x + 2}" cy="${y + 5}" rx="12" ry="11" fill="#000" opacity=".4"/><circle cx="${x}" cy="${y}" r="11.5" fill="url(#button)"/><circle cx="${x}" cy="${y}" r="8" fill="none" stroke="#000" stroke-opacity=".13" stroke-width="1.6"/><path d="M${x - 2.6} ${y - 2.6}L${x + 2.6} ${y + 2.6}M${x + 2.6} ${y - 2.6}L${x - 2.6} ${y + 2.6}" stroke="#6b6658" stroke-width="1.8" stroke-linecap="round"/>`;
}

/** A sewn ventilation hole. `squeeze` narrows it where the cloth turns away. */
export function eyelet(cloth: Oklch, [x, y]: readonly number[], squeeze = 1, darker = 0): string {
  const around = `<ellipse rx="13" ry="14.5" fill="${tone(cloth, -0.05 - darker)}"/><ellipse rx="13" ry="14.5" fill="none" stroke="${tone(cloth, -0.16 - darker)}" stroke-width="6" stroke-dasharray="2.2 1.5"/>`;
  const hole = `<ellipse rx="6.4" ry="7.4" fill="${tone([0.22, 0.02, 80], 0)}"/>`;
  const glint = `<path d="M-9 -9A13 14 0 0 1 9 -9" stroke="#fff" stroke-opacity="${Math.max(0.1, 0.5 - darker * 2)}" stroke-width="2" fill="none"/>`;
  return `<g transform="translate(${x} ${y}) rotate(14) scale(${squeeze} 1)">${around}${hole}${glint}</g>`;
}

/** A twisted rope along the curves: rotated capsules, every fourth in the second color. `shadeAt` darkens
 * strands along the way (0..1 of its length). */
export function rope(
  curves: readonly Curve[],
  first: Oklch,
  second: Oklch,
  groove: string,
  shadeAt: (along: number) => number,
): string {
  const places = sampleDirections(curves, 13.2);
  const strands = places.map(({ at, degrees }, i) => {
    const isSecond = i % 4 === 2;
    const shade = shadeAt(i / places.length);
    const body = isSecond ? tone(second, -0.02 - shade) : tone(first, -0.03 - shade);
    return `<g transform="translate(${at[0].toFixed(1)} ${at[1].toFixed(1)}) rotate(${(degrees - 38).toFixed(1)})"><rect x="-13.5" y="-6.6" width="27" height="13.2" rx="6.6" fill="${body}"/><rect x="-12" y="-6" width="24" height="5" rx="2.5" fill="#fff" opacity="${isSecond ? 0.22 : 0.5}"/><rect x="-12.5" y="2.2" width="25" height="4.2" rx="2.1" fill="${groove}" opacity=".3"/></g>`;
  });
  const shadow = curvesToPath(shiftCurves(curves, 3, 9));
  return (
    faded(0.55, soft(5, [band(shadow, 1, 20, groove)])) +
    stroke(curvesToPath(curves), tone(first, -0.22), 19, 1, `stroke-linecap="round"`) +
    strands.join("")
  );
}

export type Patch = { field: Oklch; sun: Oklch; shadow: string };

/** The round patch: flag, sun and two hills in satin stitch with a merrowed edge; radius 102 units. */
export function flagPatch({ field, sun, shadow }: Patch, transform: string): string {
  const color = (lighter: number) => tone(field, lighter);
  const flag = "M-23 -52C-4 -60 8 -44 34 -50C28 -38 28 -30 34 -18C10 -12 -4 -28 -23 -20Z";
  const hills = `<path d="M-90 26C-40 -6 10 36 90 10L90 100L-90 100Z" fill="${color(0.06)}"/><path d="M-90 52C-30 26 30 66 90 36L90 100L-90 100Z" fill="${color(-0.02)}"/>`;
  const landscape = `<clipPath id="patch"><circle r="102"/></clipPath><g clip-path="url(#patch)"><circle r="86" fill="${tone([0.9, 0.055, 88], 0)}"/><circle cx="18" cy="-18" r="30" fill="${tone(sun, 0.02)}"/>${hills}${threadHatch(60, [-100, -100, 100, 100], 6, 0.11)}</g>`;
  const pin = `<path d="M-26 56V-52" stroke="#fff" stroke-width="6.5" stroke-linecap="round"/><path d="${flag}" fill="#fff"/><clipPath id="patch-flag"><path d="${flag}"/></clipPath><g clip-path="url(#patch-flag)">${threadHatch(20, [-24, -64, 36, -10], 3, 0.14)}</g><ellipse cx="-26" cy="58" rx="16" ry="4.6" fill="none" stroke="#fff" stroke-width="4"/>`;
  const edge = `<circle r="94" fill="none" stroke="${color(0.03)}" stroke-width="16"/><circle r="94" fill="none" stroke="#000" stroke-opacity=".26" stroke-width="16" stroke-dasharray="1.3 3"/><circle r="94" fill="none" stroke="#fff" stroke-opacity=".18" stroke-width="16" stroke-dasharray="1.1 3.2" stroke-dashoffset="1.6"/>`;
  const cast = `<g filter="url(#patch-blur)">${ellipse([4, 9], [104, 104], shadow, 0.5)}</g>`;
  return `<g transform="${transform}">${cast}<circle r="102" fill="${color(0)}"/>${landscape}${pin}${edge}</g>`;
}

/** A filter for blurs inside transformed groups, where user-space regions would be moved along. */
export const patchBlurFilter = `<filter id="patch-blur" x="-30%" y="-30%" width="160%" height="160%"><feGaussianBlur stdDeviation="5"/></filter>`;

/** The small cloth-covered button that ties down a rope; radius 15 units. */
export function ropeButton(cloth: Oklch, [x, y]: readonly number[]): string {
  return `<g transform="translate(${x} ${y})"><g filter="url(#patch-blur)">${ellipse([2, 5], [17, 17], shadowOf(cloth), 0.6)}</g><circle r="15" fill="${tone(cloth, 0.03)}"/><circle r="15" fill="none" stroke="${tone(cloth, -0.12)}" stroke-width="2"/><path d="M-8 -7A11 11 0 0 1 6 -9" stroke="#fff" stroke-opacity=".45" stroke-width="3" fill="none" stroke-linecap="round"/></g>`;
}
