import { type RefObject, useEffect, useRef } from "react";

/**
 * A native dialog that is shown as a modal while `open`. The page behind it keeps the room of its scroll bar
 * (styles/base.css), so that nothing moves.
 */
export function useModal(open: boolean): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    if (open && !element.open) {
      const root = document.documentElement;
      root.style.setProperty("--scrollbar-width", `${window.innerWidth - root.clientWidth}px`);
      element.showModal();
    }
    if (!open && element.open) element.close();
  }, [open]);
  return dialog;
}
