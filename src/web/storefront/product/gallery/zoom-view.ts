// How a picture lies on its stage while it is zoomed: pure geometry in CSS pixels, measured from the stage's middle.

export type Point = { x: number; y: number };
type Size = { width: number; height: number };

/** `scale` 1 fits the whole picture; x and y are where its middle is. */
export type ZoomView = Point & { scale: number };

/** The stage, and the picture on it at scale 1. */
export type ZoomBox = { stage: Size; picture: Size };

export const FIT: ZoomView = { scale: 1, x: 0, y: 0 };
export const SCALE_MAX = 4;
/** What a double tap and the button lead to. */
export const SCALE_CLOSE = 2.5;

/** The view at another scale, in which the same spot of the picture is where it was, at `at`. */
export function zoomedAt(view: ZoomView, scale: number, at: Point, box: ZoomBox): ZoomView {
  return pinched(view, { from: at, to: at, scale }, box);
}

/** The spot of the picture that was under `from` comes to lie under `to`, as under two fingers that also move. */
export function pinched(
  view: ZoomView,
  fingers: { from: Point; to: Point; scale: number },
  box: ZoomBox,
): ZoomView {
  const scale = clamp(fingers.scale, 1, SCALE_MAX);
  const grown = scale / view.scale;
  const { from, to } = fingers;
  return within({ scale, x: to.x - (from.x - view.x) * grown, y: to.y - (from.y - view.y) * grown }, box);
}

export function moved(view: ZoomView, by: Point, box: ZoomBox): ZoomView {
  return within({ ...view, x: view.x + by.x, y: view.y + by.y }, box);
}

/** No edge of the picture comes inside of the stage where the picture is larger; where it is smaller it stays in the middle. */
function within({ scale, x, y }: ZoomView, { stage, picture }: ZoomBox): ZoomView {
  const most = (of: "width" | "height") => Math.max(0, (picture[of] * scale - stage[of]) / 2);
  return { scale, x: clamp(x, -most("width"), most("width")), y: clamp(y, -most("height"), most("height")) };
}

/** Never -0. */
function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value)) + 0;
}

export function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

export function middle(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}
