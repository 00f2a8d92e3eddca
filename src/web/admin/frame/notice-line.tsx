import { CircleAlert, CircleCheck } from "../../ui/icons.tsx";
import type { Notice } from "./notices.ts";
import { useAnswerToast } from "./use-notice-toasts.ts";

/** An answer as a line in the page. */
export function AnswerNote({ notice }: { notice: Notice }) {
  const isError = notice.tone === "error";
  const Icon = isError ? CircleAlert : CircleCheck;
  return (
    <p
      className={`mb-5 flex gap-2.5 rounded-field px-4 py-3 ${isError ? "bg-err-tint text-err" : "bg-ok-tint text-ok"}`}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-5 flex-none" />
      <span>
        <strong className="font-semibold">{notice.title}</strong> {notice.description}
      </span>
    </p>
  );
}

/** The page's last answer, as a toast; a refusal stays in the page, too. */
export function PageAnswer({ answer }: { answer: { notice: Notice | null } | null | undefined }) {
  useAnswerToast(answer);
  return answer?.notice?.tone === "error" ? <AnswerNote notice={answer.notice} /> : null;
}
