/** A picture of the owner's, or a drawing that came with the shop ("drawing:course"). */
export type BrandPicture = {
  url: string;
  /** What it shows, for who can't see it; "" for a drawing that sets the mood. */
  alt: string;
  focus: Focus;
};

/** What stays in view when a picture is cut to another shape: a ninth of it, by rows. */
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

/** Drawings that came with the shop, by what stands behind "drawing:". */
export const drawings = ["course", "bench", "desert"] as const;
export type Drawing = (typeof drawings)[number];

/** The drawing that a picture is, or null for one of the owner's. */
export function drawingOf({ url }: Pick<BrandPicture, "url">): Drawing | null {
  return drawings.find((name) => url === `drawing:${name}`) ?? null;
}
