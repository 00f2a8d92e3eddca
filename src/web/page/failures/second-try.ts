// A load that fails is asked for once more before its error shows: most failures are over by then.
import { useEffect } from "react";
import { type DataStrategyResult, isRouteErrorResponse } from "react-router";
import { useRetry } from "./use-retry.ts";

/** The last load, if it failed: for the how-manieth time in a row. */
let failure: { path: string; times: number } | null = null;

/** Called with what each load brought. What is missing, or lies elsewhere, has been answered. */
export function noteLoad(url: string, results: Record<string, DataStrategyResult>): void {
  const { pathname, search } = new URL(url);
  const path = pathname + search;
  const hasFailed = Object.values(results).some(({ type, result }) => type === "error" && !isAnswer(result));
  failure = hasFailed ? { path, times: failure?.path === path ? failure.times + 1 : 1 } : null;
}

/** Asks once more. True until that is answered: so long a page shows no error. */
export function useSecondTry(): boolean {
  const { retry } = useRetry();
  const isFirst = failure?.times === 1;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each failure.
  useEffect(() => {
    if (isFirst) retry();
  }, [isFirst]);
  return isFirst;
}

function isAnswer(result: unknown): boolean {
  return result instanceof Response || (isRouteErrorResponse(result) && result.status < 500);
}
