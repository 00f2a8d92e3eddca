import { area, PICTURE, type Shade, shade, WHOLE_PICTURE } from "./svg.ts";

/** What covers the cloth: a repeating weave, fine grain, and the gentle unevenness of cloth lying down. */
export type Fabric = {
  weave: Weave;
  seed: number;
  /** Waves per unit, across and down: long thin waves hang, round ones slump. */
  drape: readonly [across: number, down: number];
  drapeHeight: number;
};

export type Weave = keyof typeof weaves;
/** How a view is enlarged. Light filters measure slopes in pixels, so their height grows with it. */
export type Enlargement = number;

const tile = (id: string, width: number, height: number, content: string, transform = "") =>
  `<pattern id="${id}" width="${width}" height="${height}" patternUnits="userSpaceOnUse" patternTransform="${transform}">${content}</pattern>`;

/** Gray tiles around 50 %, laid on in soft light: darker than middle gray shades, lighter than it lights. */
const weaves = {
  twill: `<rect width="6" height="6" fill="#828282"/><path d="M-1 4L4 -1M2 7L7 2" stroke="#3a3a3a" stroke-width="1.5"/><path d="M-1 6.4L6.4 -1M3.6 7L7 3.6" stroke="#c4c4c4" stroke-width="1"/>`,
  pique: `<rect width="6" height="6" fill="#8a8a8a"/><path d="M3 .4L5.6 3L3 5.6L.4 3Z" fill="#5c5c5c"/><path d="M3 1.2L4.8 3L3 3.6L1.2 3Z" fill="#303030"/><path d="M0 0H3L0 3ZM6 6H3L6 3Z" fill="#bdbdbd"/>`,
  canvas: `<rect width="6" height="6" fill="#808080"/><path d="M0 0H3V3H0ZM3 3H6V6H3Z" fill="#a6a6a6"/><path d="M0 3H6M0 6H6M3 0V6M6 0V6" stroke="#4c4c4c" stroke-width=".8"/>`,
  jersey: `<rect width="6" height="6" fill="#808080"/><path d="M.4 0L3 2.6L5.6 0M.4 3L3 5.6L5.6 3M.4 6L3 8.6L5.6 6" stroke="#b4b4b4" stroke-width="1.3" fill="none"/><path d="M0 0V6M6 0V6" stroke="#484848" stroke-width="1"/>`,
} as const;

const weaveAngle: Record<keyof typeof weaves, string> = {
  twill: "rotate(-8)",
  pique: "rotate(1.5)",
  canvas: "rotate(1)",
  jersey: "rotate(.5)",
};

const RIB_TILE = `<rect width="6" height="6" fill="#808080"/><rect width="2" height="6" fill="#444"/><rect x="3" width="2" height="6" fill="#b8b8b8"/>`;

/** Sharpness of the three reliefs: `broad` rounds a whole silhouette, `fold` a fold, `crease` a crease. */
export type Relief = { name: "broad" | "fold" | "crease"; blur: number; height: number };

function reliefFilter({ name, blur, height }: Relief, enlargement: Enlargement): string {
  return `<filter id="relief-${name}" ${WHOLE_PICTURE}><feGaussianBlur in="SourceAlpha" stdDeviation="${blur}"/><feDiffuseLighting surfaceScale="${height * enlargement}" diffuseConstant=".64" lighting-color="#fff"><feDistantLight azimuth="228" elevation="51"/></feDiffuseLighting><feGaussianBlur stdDeviation="${Math.max(1.5, blur / 5)}"/></filter>`;
}

/** Patterns and filters of a garment. The light of every relief comes from the upper left; .64 makes flat
 * cloth neutral gray, and the last blur hides the steps of an 8-bit height map. */
export function fabricDefinitions(
  fabric: Fabric,
  reliefs: readonly Relief[],
  enlargement: Enlargement,
): string {
  const { weave, seed, drape, drapeHeight } = fabric;
  return [
    tile("weave", 6, 6, weaves[weave], weaveAngle[weave]),
    tile("rib", 6, 6, RIB_TILE),
    `<filter id="grain" ${WHOLE_PICTURE}><feTurbulence type="fractalNoise" baseFrequency=".5 .6" numOctaves="2" seed="${seed}"/><feColorMatrix values="1.5 0 0 0 -.25  1.5 0 0 0 -.25  1.5 0 0 0 -.25  0 0 0 0 1"/></filter>`,
    `<filter id="drape" ${WHOLE_PICTURE}><feTurbulence type="fractalNoise" baseFrequency="${drape[0]} ${drape[1]}" numOctaves="3" seed="${seed}"/><feDiffuseLighting surfaceScale="${drapeHeight * enlargement}" diffuseConstant=".62" lighting-color="#fff"><feDistantLight azimuth="224" elevation="54"/></feDiffuseLighting><feGaussianBlur stdDeviation="6"/></filter>`,
    ...reliefs.map((relief) => reliefFilter(relief, enlargement)),
  ].join("");
}

const SOFT_LIGHT = `style="mix-blend-mode:soft-light"`;
const sheet = `width="${PICTURE.width}" height="${PICTURE.height}"`;

/** Folds and edges: white shapes become a height map, and its light is laid on softly. */
export function relief(name: Relief["name"], opacity: number, shapes: readonly Shade[]): string {
  const white = shapes.map((shape) => shade({ ...shape, color: "#fff" })).join("");
  return `<g filter="url(#relief-${name})" opacity="${opacity}" ${SOFT_LIGHT}>${white}</g>`;
}

/** The silhouette itself as a relief, so that edges turn away from the light. */
export const roundEdges = (path: string, opacity = 1): Shade => area(path, opacity);

export const drapeSheet = (opacity: number) =>
  `<rect ${sheet} filter="url(#drape)" opacity="${opacity}" ${SOFT_LIGHT}/>`;
export const grainSheet = (opacity: number) =>
  `<rect ${sheet} filter="url(#grain)" opacity="${opacity}" ${SOFT_LIGHT}/>`;
/** A tile of the picture's own, gray around 50 %. */
export const patternSheet = (id: string, opacity: number) =>
  `<rect ${sheet} fill="url(#${id})" opacity="${opacity}" ${SOFT_LIGHT}/>`;
export const weaveSheet = (opacity: number) => patternSheet("weave", opacity);
/** Ribbed knit turned to run across a collar or cuff. */
export const ribSheet = (opacity: number, degrees = 0) =>
  `<rect x="-600" y="-600" width="2400" height="2700" fill="url(#rib)" opacity="${opacity}" ${SOFT_LIGHT} transform="rotate(${degrees} 600 300)"/>`;
