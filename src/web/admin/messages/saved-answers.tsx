import { useFetcher } from "react-router";
import { REPLY_MAX, type SavedAnswer, type SavedAnswerFields } from "#domain/messages/thread.ts";
import type { FieldErrors } from "#domain/text/fields.ts";
import { Button } from "../../ui/form/button.tsx";
import { Field, TextAreaField } from "../../ui/form/field.tsx";
import { useHeld } from "../forms/use-held.ts";

type AnswerFormProps = {
  /** Null: a new one. */
  answer: SavedAnswer | null;
  /** The form begins anew when this changes, but not over what is typed in it. */
  formKey: string;
  action: string;
};

/** One saved answer, to change or delete; or an empty form for another one. */
export function SavedAnswerForm({ answer, formKey, action }: AnswerFormProps) {
  const fetcher = useFetcher<{ errors?: FieldErrors<keyof SavedAnswerFields> }>();
  const errors = fetcher.data?.errors ?? {};
  const { round, listeners } = useHeld({
    ...{ seen: null, formKey, answer: fetcher.data, isPending: fetcher.state !== "idle" },
    ...{ isKept: Object.keys(errors).length > 0, isOld: false },
  });
  const asked = fetcher.formData?.get("intent");
  const titleId = `answer-${answer?.id ?? "new"}`;
  return (
    <fetcher.Form
      key={round}
      method="post"
      action={action}
      noValidate
      aria-labelledby={titleId}
      className="admin-card grid gap-4 p-5"
      {...listeners}
    >
      <h2 id={titleId} className="text-lg font-semibold wrap-anywhere">
        {answer?.name ?? "Another answer"}
      </h2>
      <input type="hidden" name="id" value={answer?.id ?? ""} />
      <Field
        name="name"
        label="Name"
        defaultValue={answer?.name}
        maxLength={60}
        error={errors.name}
        autoComplete="off"
      />
      <TextAreaField
        name="body"
        label="Answer"
        rows={5}
        maxLength={REPLY_MAX}
        defaultValue={answer?.body}
        error={errors.body}
        hint="{name} becomes the first name of whoever wrote."
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" name="intent" value="save" look="secondary" pending={asked === "save"}>
          Save
        </Button>
        {answer && (
          <Button type="submit" name="intent" value="delete" look="quiet" pending={asked === "delete"}>
            Delete<span className="sr-only"> {answer.name}</span>
          </Button>
        )}
      </div>
    </fetcher.Form>
  );
}
