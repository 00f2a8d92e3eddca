import { useFetcher } from "react-router";
import { ANSWER_NAME_MAX, savedAnswerForm } from "#domain/messages/answer-forms.ts";
import { REPLY_MAX, type SavedAnswer } from "#domain/messages/thread.ts";
import { ActionButton } from "../../ui/form/action-button.tsx";
import { Button } from "../../ui/form/button.tsx";
import { Field, TextAreaField } from "../../ui/form/field.tsx";
import { formAnswerIn } from "../forms/form-outcome.ts";
import { OwnerForm } from "../forms/owner-form.tsx";
import { useOwnerForm } from "../forms/use-owner-form.ts";

type AnswerFormProps = {
  /** Null: a new one. */
  answer: SavedAnswer | null;
  action: string;
};

/** One saved answer, to change or delete; or a blank form for another one. */
export function SavedAnswerForm({ answer, action }: AnswerFormProps) {
  const fetcher = useFetcher();
  const { id, name, body } = answer ?? { id: "", name: "", body: "" };
  const form = useOwnerForm({
    ...{ schema: savedAnswerForm, intent: "save", id: `answer-${id}`, stored: { name, body } },
    ...{ fetcher, answer: formAnswerIn(fetcher.data) },
  });
  const titleId = `answer-${id || "new"}`;
  return (
    <section aria-labelledby={titleId} className="admin-card grid gap-4 p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 id={titleId} className="text-lg font-semibold wrap-anywhere">
          {answer ? name : "New saved answer"}
        </h2>
        {answer && (
          <ActionButton action={action} fields={{ intent: "delete", id }} look="quiet">
            Delete<span className="sr-only"> {name}</span>
          </ActionButton>
        )}
      </div>
      <OwnerForm form={form} action={action} className="grid gap-4">
        <input type="hidden" name="id" value={id} />
        <Field {...form.field("name")} maxLength={ANSWER_NAME_MAX} autoComplete="off" />
        <TextAreaField
          {...form.field("body")}
          rows={5}
          maxLength={REPLY_MAX}
          hint="{name} is replaced by the customer's first name."
        />
        <Button type="submit" look="secondary" pending={form.isSaving} className="justify-self-start">
          Save
        </Button>
      </OwnerForm>
    </section>
  );
}
