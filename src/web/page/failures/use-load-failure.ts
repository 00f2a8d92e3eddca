import { useEffect } from "react";
import { toast } from "../../ui/toast/toast.ts";
import { useSecondTry } from "./second-try.ts";
import { useRetry } from "./use-retry.ts";

/** Shows a message while a page could not be loaded, and returns a retry function. isFirst: it is retried once. */
export function useLoadFailure(description: string): {
  isFirst: boolean;
  isRetrying: boolean;
  retry: () => void;
} {
  const isFirst = useSecondTry();
  useEffect(() => {
    if (isFirst) return;
    const id = toast.error("Error", { description });
    return () => toast.dismiss(id);
  }, [description, isFirst]);
  return { isFirst, ...useRetry() };
}
