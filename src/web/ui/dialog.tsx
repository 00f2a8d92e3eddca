import { type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { IconButton } from "./form/button.tsx";
import { X } from "./icons.tsx";
import { ToastOutlet } from "./toast/toast-outlet.tsx";
import { leaveLayer, useHistoryLayer } from "./use-history-layer.ts";
import { useModal } from "./use-modal.ts";

/** Longer than the longest exit transition of styles/dialogs.css. */
const EXIT_MS = 300;

type DialogProps = {
  open: boolean;
  /** Called for Escape, the backdrop and the X. */
  onClose: () => void;
  title: ReactNode;
  /** A DialogBody and, where something must stay in view, a DialogFooter. Mounted while the dialog is open. */
  children: ReactNode;
};

/** A panel that slides in from a side: full width on phones, 24rem from the sm breakpoint. */
export function Sheet({
  side = "right",
  closesByBack = true,
  ...rest
}: DialogProps & { side?: "left" | "right"; closesByBack?: boolean }) {
  return <NativeDialog {...rest} look="sheet" side={side} closesByBack={closesByBack} />;
}

/** A panel in the middle of the screen. Those of the storefront are closed by the Back button. */
export function Dialog(props: DialogProps & { closesByBack?: boolean }) {
  return <NativeDialog {...props} look="modal" />;
}

type DialogBodyProps = {
  children: ReactNode;
  /** Names the part and makes it scrollable by keyboard, for content without any control. */
  label?: string;
};

/** The scrolling part of a dialog. */
export function DialogBody({ children, label }: DialogBodyProps) {
  const Part = label ? "section" : "div";
  return (
    <div className="relative flex min-h-0 flex-1 flex-col low:flex-none">
      <Part
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain low:overflow-visible"
        {...(label && { "aria-label": label, tabIndex: 0 })}
      >
        {children}
      </Part>
    </div>
  );
}

/** The part of a dialog that stays in view beneath the scrolling one. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return <div className="order-2 flex-none border-t border-line">{children}</div>;
}

type NativeDialogProps = DialogProps & {
  look: "sheet" | "modal";
  side?: "left" | "right";
  closesByBack?: boolean;
};

function NativeDialog({
  open,
  onClose,
  title,
  children,
  look,
  side,
  closesByBack = false,
}: NativeDialogProps) {
  const pressedOnBackdrop = useRef(false);
  const titleId = useId();
  const isPresent = usePresence(open);
  useHistoryLayer(open && closesByBack, onClose);
  const modal = useModal(open, onClose);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a native dialog; the click is the backdrop's.
    <dialog
      {...modal}
      className={look}
      data-side={side}
      aria-labelledby={titleId}
      onPointerDown={(event) => {
        pressedOnBackdrop.current = event.target === event.currentTarget;
      }}
      onClickCapture={(event) => {
        if (closesByBack && leadsElsewhere(event)) leaveLayer();
      }}
      onClick={(event) => {
        if (pressedOnBackdrop.current && event.target === event.currentTarget) onClose();
      }}
    >
      <div className="relative flex min-h-16 flex-none items-center justify-between gap-4 border-b border-line py-2 pr-2.5 pl-5">
        <h2 id={titleId} className="display text-xl">
          {title}
        </h2>
        <IconButton label="Close" onClick={onClose}>
          <X className="size-5" />
        </IconButton>
      </div>
      {isPresent && open && <ToastOutlet />}
      <div className="contents">{isPresent && children}</div>
    </dialog>
  );
}

/** A click that opens another tab leaves this one as it is. */
function leadsElsewhere({ target, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return (target as Element).closest("a") !== null && !(metaKey || ctrlKey || shiftKey || altKey);
}

/** True from opening until the exit transition is over, so that the content leaves with its panel. */
function usePresence(open: boolean): boolean {
  const [isPresent, setPresent] = useState(open);
  if (open && !isPresent) setPresent(true);
  useEffect(() => {
    if (open || !isPresent) return;
    const timer = setTimeout(() => setPresent(false), EXIT_MS);
    return () => clearTimeout(timer);
  }, [open, isPresent]);
  return isPresent;
}
