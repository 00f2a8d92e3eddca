import { useSyncExternalStore } from "react";
import { useLoaded } from "../page/use-loaded.ts";
import { toastStore } from "../ui/toast/toast.ts";

const loadOutlet = () => import("../ui/toast/toast-outlet.tsx");

/** Where the page shows its toasts. The first paint needs none of it. */
export function PageToasts() {
  const toast = useSyncExternalStore(toastStore.subscribe, toastStore.get, () => null);
  const outlet = useLoaded(loadOutlet, toast !== null);
  return outlet && <outlet.ToastOutlet ofPage />;
}
