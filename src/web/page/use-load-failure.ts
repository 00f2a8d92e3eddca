import { useEffect } from "react";
import { useRevalidator } from "react-router";
import { toast } from "../ui/toast/toast.ts";

/** Shows a message while a page could not be loaded, and returns how to try again. */
export function useLoadFailure(description: string): { isRetrying: boolean; retry: () => void } {
  const { state, revalidate } = useRevalidator();
  useEffect(() => {
    const id = toast.error("Error", { description });
    return () => toast.dismiss(id);
  }, [description]);
  return { isRetrying: state === "loading", retry: () => void revalidate() };
}
