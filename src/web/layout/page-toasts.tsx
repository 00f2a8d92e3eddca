import { useSyncExternalStore } from "react";
import { useLoaded } from "../page/use-loaded.ts";
import { toastStore } from "../ui/toast/toast.ts";

const loadOutlet = () => import("../ui/toast/toast-outlet.tsx");

/** The page's own place for toasts; nothing of it is needed for the first paint. */
export function PageToasts() {
  const toast = useSyncExternalStore(toastStore.subscribe, toastStore.get, () => null);
  const outlet = useLoaded(loadOutlet, toast !== null);
  return outlet && <outlet.ToastOutlet ofPage />;
}
