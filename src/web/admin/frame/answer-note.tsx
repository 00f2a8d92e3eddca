import { CircleAlert, CircleCheck } from "../../ui/icons.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import type { Notice } from "./notices.ts";

/** An answer as a line in the page, for a browser without scripts, which shows no toasts. */
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

/** The same on a page that tells its answers as toasts, too: where scripts run, a success is told by those alone. */
export function NoteBesideToast({ notice }: { notice: Notice }) {
  const isHydrated = useHydrated();
  return notice.tone === "error" || !isHydrated ? <AnswerNote notice={notice} /> : null;
}
