import { useEffect } from "react";
import { toast } from "../ui/toast/toast.ts";
import { useRetry } from "./use-retry.ts";

/** Shows a message while a page could not be loaded, and returns how to try again. */
export function useLoadFailure(description: string): { isRetrying: boolean; retry: () => void } {
  useEffect(() => {
    const id = toast.error("Error", { description });
    return () => toast.dismiss(id);
  }, [description]);
  return useRetry();
}
