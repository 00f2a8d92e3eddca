import { type ReactNode, type ToggleEvent, useEffect, useId, useRef, useState } from "react";
import { Ellipsis } from "../icons.tsx";

const GAP_PX = 4;

type RowMenuProps = {
  label: string;
  children: ReactNode;
  /** Only a phone folds them: on a wide screen they stand in the page. */
  unfolds?: boolean;
};

/**
 * The rare actions of a row or a page behind one button, so that the daily ones stand alone. Escape, a click outside, and
 * scrolling close it. The browser announces whether it is open.
 */
export function RowMenu({ label, children, unfolds = false }: RowMenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!isOpen) return;
    const close = () => panel.current?.hidePopover();
    const top = topOf(button.current);
    // The last word of a scroll that ended before may come only now.
    const scrolled = () => topOf(button.current) !== top && close();
    window.addEventListener("scroll", scrolled, { passive: true });
    window.addEventListener("resize", close);
    return () => {
      window.removeEventListener("scroll", scrolled);
      window.removeEventListener("resize", close);
    };
  }, [isOpen]);
  const toggled = ({ newState }: ToggleEvent<HTMLDivElement>) => {
    setOpen(newState === "open");
    if (newState === "open" && button.current && panel.current) place(panel.current, button.current);
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-label={label}
        className={`icon-button ${unfolds ? "md:hidden" : ""}`}
      >
        <Ellipsis aria-hidden="true" className="size-5" />
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a key that presses a button inside is a click, too. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: what is clicked are the buttons inside. */}
      <div
        ref={panel}
        id={id}
        popover="auto"
        className="row-menu"
        data-unfolds={unfolds || undefined}
        onToggle={toggled}
        onClick={({ target }) => {
          if ((target as Element).closest("button, a")) panel.current?.hidePopover();
        }}
      >
        {children}
      </div>
    </>
  );
}

/** Where it stands in the window, in pixels. */
const topOf = (element: HTMLElement | null) => element?.getBoundingClientRect().top;

/** Below the button and flush with its right edge; above it where the window ends. */
function place(panel: HTMLElement, button: HTMLElement): void {
  const at = button.getBoundingClientRect();
  const below = at.bottom + GAP_PX;
  const isAbove = below + panel.offsetHeight > document.documentElement.clientHeight;
  panel.style.inset = "auto";
  panel.style.top = `${Math.max(GAP_PX, isAbove ? at.top - panel.offsetHeight - GAP_PX : below)}px`;
  panel.style.left = `${Math.max(GAP_PX, at.right - panel.offsetWidth)}px`;
}
