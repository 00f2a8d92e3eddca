import { Form, href, Link, useNavigation } from "react-router";
import { answerFor, newestMessageAt, REPLY_MAX, type Thread } from "#domain/messages/thread.ts";
import { Button } from "../../ui/form/button.tsx";
import { TextAreaField } from "../../ui/form/field.tsx";
import { useUnsaved } from "../forms/unsaved.ts";
import { Send } from "../icons.tsx";
import { type ReplyAnswer, useReplyText } from "./use-reply-text.ts";

type ReplyFormProps = {
  thread: Thread;
  replyId: string;
  action: string;
  /** The email address that what they write back goes to. */
  answersGoTo: string;
  /** Of the page's form that was sent last, whichever it was. */
  answer: ReplyAnswer | undefined;
};

/** The answer, with the saved ones a press away. A wrong field is right again as soon as it is mended. */
export function ReplyForm({ thread, replyId, action, answersGoTo, answer }: ReplyFormProps) {
  const { text, change, send } = useReplyText(answer);
  const isSending = useNavigation().formData?.get("intent") === "reply";
  useUnsaved(text.trim() !== "", isSending);
  const error = text.trim() === "" || text.length > REPLY_MAX ? answer?.error : undefined;
  const insert = (body: string) =>
    change((now) => (now.trim() === "" ? "" : `${now.trimEnd()}\n\n`) + answerFor(body, thread.name));
  return (
    <Form
      method="post"
      action={action}
      noValidate
      preventScrollReset
      aria-labelledby="reply-title"
      className="admin-card grid gap-4 p-5"
      onSubmit={send}
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
        name="body"
        label="Your answer"
        rows={7}
        value={text}
        onChange={({ currentTarget: { value } }) => change(() => value)}
        error={error}
        hint={`Sent by email to ${thread.email}. Replies arrive in ${answersGoTo}, not here.`}
      />
      <Button type="submit" name="intent" value="reply" pending={isSending} className="justify-self-start">
        <Send aria-hidden="true" className="size-4" />
        Send answer
      </Button>
    </Form>
  );
}
