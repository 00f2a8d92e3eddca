/** Told before the router hears that the browser went back or forward; prevented, the router does not hear it. */
export const LAYER_EVENT = "layer";

/**
 * To be called before the router starts. The listeners of a window run in the order in which they were added: for an event
 * of the window itself Chromium does not let the capturing ones run first. So one that a layer adds would come too late.
 */
export function hearBackFirst(): void {
  addEventListener("popstate", (event) => {
    if (!dispatchEvent(new Event(LAYER_EVENT, { cancelable: true }))) event.stopImmediatePropagation();
  });
}
