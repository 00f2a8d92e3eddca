import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { LAYER_EVENT } from "./layer-event.ts";

type Layer = { close: () => void };

/** The open layers, the topmost last. Each has an entry in the history, at the page's own address. */
const layers: Layer[] = [];
/** The router's key of the page that is shown. The entries of its layers have the same. */
let page = "";
/** How many layers the entry where the browser stands belongs to. */
let depth = 0;
/** The browser goes where this module sent it: no shopper asked for Back. */
let isMoving = false;
/** A link of a layer leads elsewhere and takes the layer's entry. */
let isLeaving = false;

/**
 * A layer over a page that the Back button closes, as people on phones expect. The router hears nothing of it: to the
 * router, going back to the same address would be a reason to load the page again. Links of the layer to other pages must
 * replace its entry and be told by `leaveLayer`.
 */
export function useHistoryLayer(open: boolean, onClose: () => void): void {
  const { key } = useLocation();
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => showPage(key), [key]);
  useEffect(() => {
    if (!open) return;
    const layer = { close: () => close.current() };
    layers.push(layer);
    isLeaving = false;
    queueMicrotask(settle);
    return () => {
      const at = layers.indexOf(layer);
      if (at >= 0) layers.splice(at, 1);
      queueMicrotask(settle);
    };
  }, [open]);
}

/** To be called before a link of a layer leads to another page: closing the layer does not go back then. */
export function leaveLayer(): void {
  isLeaving = true;
}

const depthHere = (): number => history.state?.layer ?? 0;

/** An entry that no layer belongs to is left: of an earlier load of the page, or of one that the shopper came back to. */
function showPage(key: string): void {
  if (key === page) return;
  page = key;
  isLeaving = false;
  depth = depthHere();
  if (depth > layers.length) settle();
}

/** Makes the history follow the layers. */
function settle(): void {
  if (isMoving || isLeaving) return;
  depth = depthHere();
  if (depth > layers.length) {
    isMoving = true;
    history.go(layers.length - depth);
  }
  while (depth < layers.length) {
    const { state } = history;
    depth += 1;
    history.pushState({ ...state, idx: (state?.idx ?? 0) + 1, layer: depth }, "");
  }
}

/** Makes the layers follow the history where the browser moved between the entries of one page. */
function follow(event: Event): void {
  const before = depth;
  depth = depthHere();
  const wasSent = isMoving;
  isMoving = false;
  if ((history.state?.key ?? "default") !== page || before + depth === 0) return;
  // Back while the next page is on its way gives that page up, which only the router can.
  if (!isLeaving) event.preventDefault();
  if (!wasSent) while (layers.length > depth) layers.pop()?.close();
  settle();
}

if (typeof window !== "undefined") addEventListener(LAYER_EVENT, follow);
