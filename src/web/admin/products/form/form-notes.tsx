import { useEffect } from "react";
import type { FormState } from "../../forms/use-owner-form.ts";
import { AnswerNote } from "../../frame/notice-line.tsx";
import { failure } from "../../frame/notices.ts";

type FormNotesProps = { form: FormState<never>; wrong: number };

/** Why the product is not saved, until that is fixed. `wrong`: how many fields were when the form was sent. */
export function FormNotes({ form: { form, refusal }, wrong }: FormNotesProps) {
  const left = Object.entries(form.allErrors).filter(([name]) => name !== "");
  const messages = [...new Set(left.flatMap(([, reasons]) => reasons))];
  const isWhole = refusal !== undefined && refusal.result.error === undefined && refusal.now === null;
  useEffect(() => {
    if (refusal?.now || isWhole) window.scrollTo({ top: 0 });
  }, [refusal, isWhole]);
  return (
    // What is left is not read out again with each field that is fixed.
    <div role={left.length === wrong || isWhole ? "alert" : undefined}>
      {isWhole && <AnswerNote notice={refusal.notice} />}
      {messages.length > 0 && (
        <AnswerNote notice={failure("Validation failed", `Validation error: ${messages.join(", ")}`)} />
      )}
    </div>
  );
}
