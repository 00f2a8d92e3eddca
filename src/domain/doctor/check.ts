// The health checks in words for the owner: each line says what is so, and how to fix it.

/** broken: something does not work. waiting: the owner should look. fine: nothing to do. */
export type Verdict = "broken" | "waiting" | "fine";

/** `to`: the page of the back office where it is done; null: something outside of it. */
export type Fix = { label: string; to: string | null };

/** `isDemo`: it is as it is because the shop is not live yet, which is one fact and not several. */
export type Check = { name: string; verdict: Verdict; text: string; fix: Fix | null; isDemo?: true };

const order: readonly Verdict[] = ["broken", "waiting", "fine"];

/** The worst first; equal ones stay in their order. */
export function worstFirst(checks: readonly Check[]): Check[] {
  return order.flatMap((verdict) => checks.filter((check) => check.verdict === verdict));
}

/** What waits until the shop goes live. */
export function demoChecks(checks: readonly Check[]): Check[] {
  return checks.filter(({ verdict, isDemo }) => verdict === "waiting" && isDemo);
}

/** One sentence about all of them. */
export function formatChecks(checks: readonly Check[]): string {
  const count = (verdict: Verdict) => checks.filter((check) => check.verdict === verdict).length;
  const demo = demoChecks(checks).length;
  const [broken, waiting] = [count("broken"), count("waiting") - demo + Math.min(demo, 1)];
  if (broken === 0 && waiting === 0) return "Everything works.";
  const parts = [
    ...(broken > 0 ? [`${broken} ${broken === 1 ? "problem" : "problems"}`] : []),
    ...(waiting > 0 ? [`${waiting} ${waiting === 1 ? "thing needs" : "things need"} your attention`] : []),
  ];
  return `${parts.join(", ")}.`;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** "just now", "12 minutes ago", "3 hours ago", "2 days ago". */
export function agoText(milliseconds: number): string {
  const [unit, length] =
    milliseconds < HOUR_MS
      ? (["minute", MINUTE_MS] as const)
      : milliseconds < 2 * DAY_MS
        ? (["hour", HOUR_MS] as const)
        : (["day", DAY_MS] as const);
  const count = Math.floor(milliseconds / length);
  return count < 1 ? "just now" : `${count} ${count === 1 ? unit : `${unit}s`} ago`;
}
