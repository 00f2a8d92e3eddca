import type { Notice } from "./notices.ts";
import { useAnswerToast } from "./use-notice-toasts.ts";

/** Shows an answer's notice, if it has one, once per answer. */
export function useOptionalToast(answer: { notice: Notice | null } | null | undefined): void {
  useAnswerToast(answer?.notice ? (answer as { notice: Notice }) : null);
}
