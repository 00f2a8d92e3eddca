// A failed load is retried once before its error shows: most failures are over by then.
import { useEffect } from "react";
import { type DataStrategyResult, isRouteErrorResponse } from "react-router";
import { useRetry } from "./use-retry.ts";

/** The last load, if it failed: for the how-manieth time in a row. */
let failure: { path: string; times: number } | null = null;

/** Called with the result of each load. A 404 or a redirect counts as an answer. */
export function noteLoad(url: string, results: Record<string, DataStrategyResult>): void {
  const { pathname, search } = new URL(url);
  const path = pathname + search;
  const hasFailed = Object.values(results).some(({ type, result }) => type === "error" && !isAnswer(result));
  failure = hasFailed ? { path, times: failure?.path === path ? failure.times + 1 : 1 } : null;
}

/** Retries once. True until that is answered: until then a page shows no error. */
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
