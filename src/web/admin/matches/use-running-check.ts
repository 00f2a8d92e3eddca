import { useEffect } from "react";
import { useRevalidator } from "react-router";

const ASK_EVERY_MS = 2_000;

/** Reads the page again while a check is under way, until it has ended. */
export function useRunningCheck(isChecking: boolean): void {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (!isChecking || state !== "idle") return;
    const timer = setTimeout(() => void revalidate(), ASK_EVERY_MS);
    return () => clearTimeout(timer);
  }, [isChecking, state, revalidate]);
}
