import { useEffect } from "react";
import { useNavigation, useRevalidator } from "react-router";

const LOOK_AGAIN_MS = 2_000;

/**
 * Reads the page again while it waits for something, until that has ended. Never while the page is read, or another one:
 * reading it again ends the reading that is under way, so where an answer takes longer than the pause, none would ever come.
 */
export function useLookAgain(isWaiting: boolean): void {
  const { revalidate, state } = useRevalidator();
  const isQuiet = useNavigation().state === "idle" && state === "idle";
  useEffect(() => {
    if (!isWaiting || !isQuiet) return;
    const timer = setTimeout(() => void revalidate(), LOOK_AGAIN_MS);
    return () => clearTimeout(timer);
  }, [isWaiting, isQuiet, revalidate]);
}
