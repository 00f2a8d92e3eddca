import type { ShouldRevalidateFunctionArgs } from "react-router";

/**
 * For the `shouldRevalidate` of a page with a form: what somebody else has saved meanwhile (409) is loaded, to be replaced by
 * the next save. After any other refusal nothing is adopted behind what is typed.
 */
export const loadsAfterConflict = ({
  actionStatus,
  defaultShouldRevalidate,
}: Pick<ShouldRevalidateFunctionArgs, "actionStatus" | "defaultShouldRevalidate">): boolean =>
  defaultShouldRevalidate || actionStatus === 409;
