import "./search-layer.css";
import { useEffect, useRef } from "react";
import { leaveLayer, useHistoryLayer } from "../../ui/use-history-layer.ts";
import { SearchPanel } from "./search-panel.tsx";

type SearchLayerProps = { open: boolean; onClose: () => void };

/**
 * The search over the page. A native dialog: the browser keeps the focus inside, closes it on Escape, and gives the focus
 * back. Each opening begins anew.
 */
export function SearchLayer({ open, onClose }: SearchLayerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useHistoryLayer(open, onClose);

  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    if (open && !element.open) {
      const root = document.documentElement;
      root.style.setProperty("--scrollbar-width", `${window.innerWidth - root.clientWidth}px`);
      element.showModal();
      element.querySelector("input")?.select();
    }
    if (!open && element.open) element.close();
  }, [open]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a native dialog; the click is the backdrop's.
    <dialog
      ref={dialog}
      className="search-layer"
      aria-label="Search"
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      {open && (
        <SearchPanel
          onClose={onClose}
          onLeave={() => {
            leaveLayer();
            onClose();
          }}
        />
      )}
    </dialog>
  );
}
