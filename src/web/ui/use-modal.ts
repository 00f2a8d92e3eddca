import { type RefObject, type SyntheticEvent, useEffect, useRef } from "react";

/** What the dialog element is given. */
type ModalProps = {
  ref: RefObject<HTMLDialogElement | null>;
  onCancel: (event: SyntheticEvent<HTMLDialogElement>) => void;
  onClose: (event: SyntheticEvent<HTMLDialogElement>) => void;
};

/**
 * A native dialog that is shown as a modal while `open`. `onClose` is told when the browser closes it. The page behind it
 * keeps the room of its scroll bar (styles/base.css), so that nothing moves.
 */
export function useModal(open: boolean, onClose: () => void): ModalProps {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    if (open && !element.open) {
      const root = document.documentElement;
      root.style.setProperty("--scrollbar-width", `${window.innerWidth - root.clientWidth}px`);
      element.showModal();
    }
    if (!open && element.open) element.close();
  }, [open]);
  return {
    ref,
    // Escape is heard before the browser closes the dialog: a key that opens it again may come before the event of the
    // closing, which would then close what was just opened. A file field inside tells of its own canceling here, too.
    onCancel: ({ target, currentTarget }) => {
      if (target === currentTarget) onClose();
    },
    onClose: ({ currentTarget }) => {
      if (!currentTarget.open) onClose();
    },
  };
}
