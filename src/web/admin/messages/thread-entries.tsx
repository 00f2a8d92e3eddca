import { Form, href, Link } from "react-router";
import { type ReplyMail, THREAD_MAX, type Thread, type ThreadEntry } from "#domain/messages/thread.ts";
import { ShopTime } from "../../page/shop-time.tsx";
import { Button } from "../../ui/form/button.tsx";

/** What both wrote, oldest first. */
export function ThreadEntries({ thread, action }: { thread: Thread; action: string }) {
  return (
    <section aria-labelledby="conversation">
      <h2 id="conversation" className="sr-only">
        Conversation
      </h2>
      {thread.entries.filter(({ kind }) => kind === "message").length === THREAD_MAX && (
        <p className="mb-4 text-ink-2">The newest {THREAD_MAX} messages are shown.</p>
      )}
      <ol className="grid gap-4">
        {thread.entries.map((entry) => (
          <li key={entry.id}>
            <Entry entry={entry} name={thread.name} action={action} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Entry({ entry, name, action }: { entry: ThreadEntry; name: string; action: string }) {
  const isReply = entry.kind === "reply";
  return (
    <div className="admin-card thread-entry grid gap-2 p-5" data-reply={isReply || undefined}>
      <p className="text-sm text-ink-2 wrap-anywhere">
        <strong className="font-semibold text-ink">{isReply ? "You" : name}</strong>,{" "}
        <ShopTime at={entry.at} style="date and time" />
        {entry.kind === "message" && `, ${entry.subject}`}
      </p>
      <p className="wrap-anywhere whitespace-pre-line">{entry.text}</p>
      {entry.kind === "message" && entry.orderId !== null && (
        <Link to={href("/admin/orders/:id", { id: entry.orderId })} className="text-link font-semibold">
          Open the order
        </Link>
      )}
      {isReply && <MailState mail={entry.mail} action={action} />}
    </div>
  );
}

function MailState({ mail, action }: { mail: ReplyMail; action: string }) {
  if (mail.is === "sent") {
    return (
      <p className="text-sm text-ok">
        Sent <ShopTime at={mail.at} style="date and time" />
      </p>
    );
  }
  if (mail.is === "waiting") return <p className="text-sm text-ink-2">On its way</p>;
  if (mail.is === "dropped") return <p className="text-sm text-err">Not sent, and given up</p>;
  if (mail.is === "refused") {
    return (
      <p className="text-sm text-err wrap-anywhere">
        Not sent yet after {mail.tries} {mail.tries === 1 ? "try" : "tries"}; we keep trying. Reason:{" "}
        {mail.reason}
      </p>
    );
  }
  return (
    <div className="grid justify-items-start gap-2">
      <p className="text-sm font-medium text-err wrap-anywhere">Not delivered. Reason: {mail.reason}</p>
      <Form method="post" action={action} preventScrollReset>
        <input type="hidden" name="mail" value={mail.mailId} />
        <Button type="submit" name="intent" value="retry" look="secondary">
          Send again
        </Button>
      </Form>
    </div>
  );
}
