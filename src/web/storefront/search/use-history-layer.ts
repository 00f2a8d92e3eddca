import { useEffect, useRef } from "react";

/** Marks the entry of a layer in the browser's history. */
const MARK = "layer";

/**
 * A layer over a page that the Back button closes, as people on phones expect. It has an entry of its own at the page's
 * address. The router hears nothing of it: to the router, going back to the same address would be a reason to load the page
 * again and to scroll.
 *
 * Returns what to call before a link of the layer leads elsewhere, which must replace the layer's entry: closing then does
 * not go back.
 */
export function useHistoryLayer(open: boolean, onClose: () => void): () => void {
  const isLeft = useRef(false);
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    if (!open) return;
    isLeft.current = false;
    const { state } = history;
    history.pushState({ ...state, idx: (state?.idx ?? 0) + 1, [MARK]: true }, "");
    const back = (event: PopStateEvent) => {
      event.stopImmediatePropagation();
      isLeft.current = true;
      close.current();
    };
    addEventListener("popstate", back, { capture: true });
    return () => {
      removeEventListener("popstate", back, { capture: true });
      if (isLeft.current || !history.state?.[MARK]) return;
      addEventListener("popstate", (event) => event.stopImmediatePropagation(), {
        capture: true,
        once: true,
      });
      history.back();
    };
  }, [open]);
  return () => {
    isLeft.current = true;
  };
}
