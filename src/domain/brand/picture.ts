/** A picture that the owner uploaded, or one that came with the shop ("drawing:course"). */
export type BrandPicture = {
  url: string;
  /** The alt text; "" for a decorative picture of the shop's own. */
  alt: string;
  focus: Focus;
};

/** The part that stays in view when a picture is cropped: a ninth of it, by rows. */
export const focuses = [
  "left-top",
  "top",
  "right-top",
  "left",
  "center",
  "right",
  "left-bottom",
  "bottom",
  "right-bottom",
] as const;
export type Focus = (typeof focuses)[number];

/** Drawings that came with the shop, by their names after "drawing:". */
export const drawings = ["course", "bench", "desert"] as const;
export type Drawing = (typeof drawings)[number];

/** A drawing is shown only in a look with drawings; a picture that the owner uploaded in every look. */
export function shownPicture(
  picture: BrandPicture | null,
  { hasDrawings }: { hasDrawings: boolean },
): BrandPicture | null {
  return picture && (hasDrawings || drawingOf(picture) === null) ? picture : null;
}

/** The drawing that a picture is, or null if the owner uploaded it. */
export function drawingOf({ url }: Pick<BrandPicture, "url">): Drawing | null {
  return drawings.find((name) => url === `drawing:${name}`) ?? null;
}
