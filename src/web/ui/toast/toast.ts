// Short messages to the shopper, one at a time. A message leaves after five seconds unless someone is reading it
// (hover or focus); an error stays until it is dismissed. The store knows nothing about React: the outlets draw
// it. One outlet is in the page and one in every open dialog, because a modal dialog makes everything outside it
// inert, including an "Undo" in a toast.

import { sharedValue } from "../shared-value.ts";

export const TOAST_MS = 5_000;
/** Of one that only repeats what the page shows. */
const BRIEF_MS = 2_500;

export type ToastTone = "message" | "success" | "error";
export type ToastAction = { label: string; onClick: () => void };
export type Toast = {
  id: number;
  tone: ToastTone;
  title: string;
  description: string | undefined;
  action: ToastAction | undefined;
  isBrief: boolean;
};
/** `isBrief`: the page shows what it says. */
export type ToastOptions = { description?: string; action?: ToastAction; isBrief?: boolean };

type Timer = { start: (run: () => void, ms: number) => unknown; stop: (handle: never) => void };

const browserTimer: Timer = {
  start: (run, ms) => setTimeout(run, ms),
  stop: (handle) => clearTimeout(handle),
};

export function createToastStore(timer: Timer = browserTimer) {
  const { get, set, subscribe } = sharedValue<Toast | null>(null);
  let lastId = 0;
  let handle: unknown = null;

  function change(toast: Toast | null) {
    if (handle !== null) timer.stop(handle as never);
    handle = null;
    if (toast && toast.tone !== "error")
      handle = timer.start(() => change(null), toast.isBrief ? BRIEF_MS : TOAST_MS);
    set(toast);
  }

  function show(
    tone: ToastTone,
    title: string,
    { description, action, isBrief = false }: ToastOptions = {},
  ): number {
    lastId += 1;
    change({ id: lastId, tone, title, description, action, isBrief });
    return lastId;
  }

  return {
    show,
    get,
    subscribe,
    /** Removes the message; with an id only if that one is still shown. */
    dismiss(id?: number) {
      if (id === undefined || get()?.id === id) change(null);
    },
    /** The reader has moved on: anything but an error leaves right away. */
    pass() {
      if (get()?.tone !== "error") change(null);
    },
    /** Someone is reading: the message stays. */
    hold() {
      if (handle !== null) timer.stop(handle as never);
      handle = null;
    },
    /** No one is reading any longer: the message gets its full time again. */
    release() {
      change(get());
    },
  };
}

export const toastStore = createToastStore();

/** toast("Removed from cart", { action }), toast.success(…), toast.error(title, { description }). */
export function toast(title: string, options?: ToastOptions): number {
  return toastStore.show("message", title, options);
}
toast.success = (title: string, options?: ToastOptions) => toastStore.show("success", title, options);
toast.error = (title: string, options?: ToastOptions) => toastStore.show("error", title, options);
toast.dismiss = (id?: number) => toastStore.dismiss(id);
