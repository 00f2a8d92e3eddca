import { useEffect, useId, useSyncExternalStore } from "react";
import { CircleAlert, CircleCheck, X } from "../icons.tsx";
import { sharedValue } from "../shared-value.ts";
import { type Toast, toastStore } from "./toast.ts";

/** The ids of all that are mounted; the last one draws. */
const outlets = sharedValue<readonly string[]>([]);

/**
 * Draws the current message. Of several outlets, only the last one mounted draws; the page's outlet ranks below
 * every dialog's, because what is behind an open dialog can't be clicked.
 */
export function ToastOutlet({ ofPage = false }: { ofPage?: boolean }) {
  const id = useId();
  const toast = useSyncExternalStore(toastStore.subscribe, toastStore.get, () => null);
  const top = useSyncExternalStore(
    outlets.subscribe,
    () => outlets.get().at(-1) ?? null,
    () => null,
  );
  useEffect(() => {
    const others = outlets.get();
    outlets.set(ofPage ? [id, ...others] : [...others, id]);
    return () => outlets.set(outlets.get().filter((outlet) => outlet !== id));
  }, [id, ofPage]);

  const shown = top === id ? toast : null;
  const isError = shown?.tone === "error";
  return (
    <div className="toast-place">
      <div role="status" className="contents">
        {shown && !isError && <ToastCard key={shown.id} toast={shown} />}
      </div>
      <div role="alert" className="contents">
        {shown && isError && <ToastCard key={shown.id} toast={shown} />}
      </div>
    </div>
  );
}

/** A scrolling finger is not reading, and a touch screen's "hover" would last until the next tap. */
function canHover(pointerType: string): boolean {
  return pointerType === "mouse" && matchMedia("(hover: hover)").matches;
}

function ToastCard({ toast }: { toast: Toast }) {
  const { id, tone, title, description, action } = toast;
  const Icon = tone === "error" ? CircleAlert : CircleCheck;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hover and focus only keep the message longer.
    <div
      className={`toast on-dark pointer-events-auto flex w-full max-w-100 items-center gap-3 rounded-picture py-3 pr-2 pl-4 [box-shadow:var(--shadow-float)] forced-colors:border ${tone === "error" ? "bg-err text-white" : "bg-ink text-paper"}`}
      data-tone={tone}
      onPointerEnter={({ pointerType }) => canHover(pointerType) && toastStore.hold()}
      onPointerLeave={({ pointerType }) => canHover(pointerType) && toastStore.release()}
      onFocus={() => toastStore.hold()}
      onBlur={() => toastStore.release()}
    >
      <Icon className="size-5 flex-none" />
      <div className="grid flex-1 py-0.5 leading-snug">
        <span className="font-semibold">{title}</span>
        {description && <span className="text-sm">{description}</span>}
      </div>
      {action && (
        <button
          type="button"
          className="min-h-11 px-2 font-semibold text-sun underline underline-offset-4"
          onClick={() => {
            toastStore.dismiss(id);
            action.onClick();
          }}
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        aria-label="Dismiss notification"
        className="icon-button"
        onClick={() => toastStore.dismiss(id)}
      >
        <X className="size-4" />
      </button>
    </div>
  );
}
