// Shows the answer to a form as a toast, once per answer (each answer is a new object).
import { toastStore } from "../../ui/toast/toast.ts";
import type { Notice } from "./notices.ts";

const told = new WeakSet<object>();

export function showNotice({ tone, title, description }: Notice): void {
  toastStore.show(tone, title, description ? { description } : {});
}

/** Shows the notice of an answer, if it has one that was not shown yet. */
export function showAnswer(answer: object | null | undefined): void {
  if (!answer || told.has(answer)) return;
  told.add(answer);
  const { notice } = answer as { notice?: Notice | null };
  if (notice) showNotice(notice);
}

/**
 * For a route's `clientAction`: waits for the answer and shows its notice. The form that asked can't do it,
 * because it may be gone: a shipped order has no form to ship it, and on a busy machine React renders the
 * answer together with the new state of the page.
 */
export async function showAnswerOf<Answer extends object>(asked: Promise<Answer>): Promise<Answer> {
  const answer = await asked;
  showAnswer(answer);
  return answer;
}
