import { href, Link } from "react-router";
import { replyForm } from "#domain/messages/answer-forms.ts";
import { answerFor, newestMessageAt, type Thread } from "#domain/messages/thread.ts";
import { Button } from "../../ui/form/button.tsx";
import { TextAreaField } from "../../ui/form/field.tsx";
import type { FormAnswer } from "../forms/form-outcome.ts";
import { OwnerForm } from "../forms/owner-form.tsx";
import { useOwnerForm } from "../forms/use-owner-form.ts";
import { Send } from "../icons.tsx";

type ReplyFormProps = {
  thread: Thread;
  replyId: string;
  action: string;
  /** The email address that replies to this answer arrive in. */
  answersGoTo: string;
  answer: FormAnswer | undefined;
};

/** The answer, with the saved ones a press away. */
export function ReplyForm({ thread, replyId, action, answersGoTo, answer }: ReplyFormProps) {
  const form = useOwnerForm({ schema: replyForm, intent: "reply", stored: { body: "" }, answer });
  const insert = (saved: string) => {
    const typed = String(form.typed.body ?? "");
    const before = typed.trim() === "" ? "" : `${typed.trimEnd()}\n\n`;
    form.form.update({ name: "body", value: before + answerFor(saved, thread.name), validated: false });
  };
  return (
    <OwnerForm
      form={form}
      action={action}
      aria-labelledby="reply-title"
      className="admin-card grid gap-4 p-5"
    >
      <h2 id="reply-title" className="display text-xl">
        Answer
      </h2>
      <input type="hidden" name="reply" value={replyId} />
      <input type="hidden" name="seen" value={newestMessageAt(thread)} />
      <div className="flex flex-wrap items-center gap-2">
        {thread.savedAnswers.map(({ id, name, body }) => (
          <Button key={id} look="secondary" onClick={() => insert(body)}>
            {name}
          </Button>
        ))}
        <Link to={href("/admin/messages/answers")} className="text-link inline-flex min-h-11 items-center">
          {thread.savedAnswers.length > 0 ? "Edit saved answers" : "Save common answers"}
        </Link>
      </div>
      <TextAreaField
        {...form.field("body")}
        rows={7}
        hint={`Sent by email to ${thread.email}. Replies arrive in ${answersGoTo}, not here.`}
      />
      <Button type="submit" pending={form.isSaving} className="justify-self-start">
        <Send aria-hidden="true" className="size-4" />
        Send answer
      </Button>
    </OwnerForm>
  );
}
