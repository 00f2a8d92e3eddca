import { Form, useNavigation } from "react-router";
import { newestMessageAt, type Thread } from "#domain/messages/thread.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/form/button.tsx";

/** Whether it is answered or spam, and what changes that. */
export function ThreadActions({ thread, action }: { thread: Thread; action: string }) {
  const asked = useNavigation().formData?.get("intent");
  const { isAnswered, isSuspected } = thread;
  const answered = isAnswered ? "to-answer" : "answered";
  const spam = isSuspected ? "not-spam" : "spam";
  return (
    <Form method="post" action={action} preventScrollReset className="flex flex-wrap items-center gap-2">
      <input type="hidden" name="seen" value={newestMessageAt(thread)} />
      {isSuspected ? (
        <Badge tone="red">Spam</Badge>
      ) : (
        <Badge tone={isAnswered ? "green" : "blue"}>{isAnswered ? "Answered" : "To answer"}</Badge>
      )}
      {!isSuspected && (
        <Button type="submit" name="intent" value={answered} look="quiet" pending={asked === answered}>
          {isAnswered ? "Mark as not answered" : "Mark as answered"}
        </Button>
      )}
      <Button type="submit" name="intent" value={spam} look="quiet" pending={asked === spam}>
        {isSuspected ? "Not spam" : "Move to spam"}
      </Button>
    </Form>
  );
}
