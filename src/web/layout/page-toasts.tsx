import { useSyncExternalStore } from "react";
import { toastStore } from "../ui/toast.ts";
import { useLoaded } from "./use-loaded.ts";

const loadOutlet = () => import("../ui/toast-outlet.tsx");

/** The page's own place for toasts; nothing of it is needed for the first paint. */
export function PageToasts() {
  const toast = useSyncExternalStore(toastStore.subscribe, toastStore.get, () => null);
  const outlet = useLoaded(loadOutlet, toast !== null);
  return outlet && <outlet.ToastOutlet ofPage />;
}
