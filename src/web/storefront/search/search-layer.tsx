import "./search-layer.css";
import { useEffect } from "react";
import { leaveLayer, useHistoryLayer } from "../../ui/use-history-layer.ts";
import { useModal } from "../../ui/use-modal.ts";
import { SearchPanel } from "./search-panel.tsx";

type SearchLayerProps = { open: boolean; onClose: () => void };

/**
 * The search over the page. A native dialog: the browser keeps the focus inside, closes it on Escape, and gives the focus
 * back. It resets each time it opens.
 */
export function SearchLayer({ open, onClose }: SearchLayerProps) {
  useHistoryLayer(open, onClose);
  const modal = useModal(open, onClose);
  const dialog = modal.ref;
  useEffect(() => {
    if (open) dialog.current?.querySelector("input")?.select();
  }, [open, dialog]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a native dialog; the click is the backdrop's.
    <dialog
      {...modal}
      className="search-layer"
      aria-label="Search"
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
