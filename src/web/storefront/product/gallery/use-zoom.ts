import { type RefObject, useEffect, useRef, useState } from "react";
import {
  distance,
  FIT,
  middle,
  moved,
  type Point,
  pinched,
  SCALE_CLOSE,
  type ZoomBox,
  type ZoomView,
  zoomedAt,
} from "./zoom-view.ts";

/** Two taps within this time and distance are one double tap. */
const DOUBLE_TAP_MS = 300;
const DOUBLE_TAP_PX = 30;
/** How far a turn of the wheel by one pixel zooms, and a press of an arrow key moves. */
const WHEEL_STEP = 0.004;
const KEY_STEP_PX = 80;

const CENTER: Point = { x: 0, y: 0 };

const arrows: Record<string, Point> = {
  ArrowLeft: { x: KEY_STEP_PX, y: 0 },
  ArrowRight: { x: -KEY_STEP_PX, y: 0 },
  ArrowUp: { x: 0, y: KEY_STEP_PX },
  ArrowDown: { x: 0, y: -KEY_STEP_PX },
};

export type Zoom = {
  isZoomed: boolean;
  /** From fitted to close and back. */
  toggle: () => void;
  /** Moves a zoomed picture; true when the key meant that. */
  moveByKey: (key: string) => boolean;
};

/**
 * Zooms the pictures of a stage: two fingers, a double tap, the wheel. A zoomed picture follows the finger. `picture` is
 * the one in view; a change of it fits both.
 */
export function useZoom(
  stage: RefObject<HTMLElement | null>,
  picture: () => HTMLElement | null,
  key: unknown,
): Zoom {
  const view = useRef<ZoomView>(FIT);
  const [isZoomed, setZoomed] = useState(false);
  const pictureNow = useRef(picture);
  pictureNow.current = picture;

  function show(next: ZoomView): void {
    view.current = next;
    const element = pictureNow.current();
    if (element) element.style.transform = `translate(${next.x}px, ${next.y}px) scale(${next.scale})`;
    setZoomed(next.scale > 1);
  }

  const boxNow = (): ZoomBox | null => {
    const element = pictureNow.current();
    if (!stage.current || !element) return null;
    const { clientWidth: width, clientHeight: height } = stage.current;
    return { stage: { width, height }, picture: drawnSize(element) };
  };
  const change = (to: (before: ZoomView, box: ZoomBox) => ZoomView) => {
    const box = boxNow();
    if (box) show(to(view.current, box));
  };
  const toggleAt = (at: Point) =>
    change((before, box) => (before.scale > 1 ? FIT : zoomedAt(before, SCALE_CLOSE, at, box)));

  // biome-ignore lint/correctness/useExhaustiveDependencies: another picture, or another place on the screen, begins fitted.
  useEffect(() => {
    const element = pictureNow.current();
    const fit = () => show(FIT);
    window.addEventListener("resize", fit);
    return () => {
      window.removeEventListener("resize", fit);
      element?.style.removeProperty("transform");
      view.current = FIT;
      setZoomed(false);
    };
  }, [key]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the listeners read what is current when they are called.
  useEffect(() => {
    if (stage.current) return followFingers(stage.current, { view, change, toggleAt });
  }, [stage]);

  return {
    isZoomed,
    toggle: () => toggleAt(CENTER),
    moveByKey(pressed) {
      const by = arrows[pressed];
      if (!by || view.current.scale === 1) return false;
      change((before, box) => moved(before, by, box));
      return true;
    },
  };
}

type Gestures = {
  view: RefObject<ZoomView>;
  change: (to: (before: ZoomView, box: ZoomBox) => ZoomView) => void;
  toggleAt: (at: Point) => void;
};

/** Returns what ends it. */
function followFingers(element: HTMLElement, { view, change, toggleAt }: Gestures): () => void {
  const fingers = new Map<number, Point>();
  let lastTap: (Point & { time: number }) | null = null;
  let hasMoved = false;

  const pointOf = ({ clientX, clientY }: MouseEvent): Point => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
  };
  const [down, move, up, wheel] = [
    (event: PointerEvent) => {
      fingers.set(event.pointerId, pointOf(event));
      hasMoved = fingers.size > 1;
      if (view.current.scale > 1) element.setPointerCapture(event.pointerId);
    },
    (event: PointerEvent) => {
      const from = fingers.get(event.pointerId);
      if (!from) return;
      const to = pointOf(event);
      const [other] = [...fingers].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
      fingers.set(event.pointerId, to);
      if (other) {
        change((before, box) => {
          const scale = (before.scale * distance(to, other)) / Math.max(1, distance(from, other));
          return pinched(before, { from: middle(from, other), to: middle(to, other), scale }, box);
        });
      } else if (view.current.scale > 1) {
        hasMoved ||= distance(from, to) > 2;
        change((before, box) => moved(before, { x: to.x - from.x, y: to.y - from.y }, box));
      }
    },
    (event: PointerEvent) => {
      const wasThere = fingers.delete(event.pointerId);
      if (event.type !== "pointerup" || !wasThere || fingers.size > 0 || hasMoved) {
        lastTap = null;
        return;
      }
      const tap = { ...pointOf(event), time: event.timeStamp };
      const isDouble =
        lastTap && tap.time - lastTap.time < DOUBLE_TAP_MS && distance(tap, lastTap) < DOUBLE_TAP_PX;
      lastTap = isDouble ? null : tap;
      if (isDouble) toggleAt(tap);
    },
    (event: WheelEvent) => {
      // Sideways it leads to the next picture, as everywhere.
      if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
      event.preventDefault();
      const at = pointOf(event);
      change((before, box) => zoomedAt(before, before.scale * Math.exp(-event.deltaY * WHEEL_STEP), at, box));
    },
  ] as const;
  element.addEventListener("pointerdown", down);
  element.addEventListener("pointermove", move);
  for (const end of ["pointerup", "pointercancel"] as const) element.addEventListener(end, up);
  element.addEventListener("wheel", wheel, { passive: false });
  return () => {
    element.removeEventListener("pointerdown", down);
    element.removeEventListener("pointermove", move);
    for (const end of ["pointerup", "pointercancel"] as const) element.removeEventListener(end, up);
    element.removeEventListener("wheel", wheel);
  };
}

/** How large a picture of `object-fit: contain` is drawn at scale 1. */
function drawnSize(element: HTMLElement): ZoomBox["picture"] {
  const { clientWidth, clientHeight } = element;
  const image = element.querySelector("img");
  const [width, height] = image?.naturalWidth ? [image.naturalWidth, image.naturalHeight] : [4, 5];
  const ratio = Math.min(clientWidth / width, clientHeight / height);
  return { width: width * ratio, height: height * ratio };
}
