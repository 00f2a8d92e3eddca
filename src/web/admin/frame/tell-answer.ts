// What a form is answered with is shown as a toast, once per answer (each answer is a new object).
import { toastStore } from "../../ui/toast/toast.ts";
import type { Notice } from "./notices.ts";

const told = new WeakSet<object>();

export function showNotice({ tone, title, description }: Notice): void {
  toastStore.show(tone, title, description ? { description } : {});
}

/** Shows the notice of an answer, if it has one and nobody has shown it yet. */
export function tellAnswer(answer: object | null | undefined): void {
  if (!answer || told.has(answer)) return;
  told.add(answer);
  const { notice } = answer as { notice?: Notice | null };
  if (notice) showNotice(notice);
}

/**
 * For a route's `clientAction`: waits for the answer and shows its notice. It is shown here and not by the
 * form that asked, because the form may be gone: an order that was shipped has no form to ship it, and on a
 * busy machine React draws the answer and what came of it at once.
 */
export async function tellingOf<Answer extends object>(asked: Promise<Answer>): Promise<Answer> {
  const answer = await asked;
  tellAnswer(answer);
  return answer;
}
