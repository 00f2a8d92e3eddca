import { CircleCheck } from "lucide-react";
import { href, Link, useFetcher } from "react-router";
import { FAILED_MAILS_SHOWN, type FailedMail } from "#domain/failed-mail.ts";
import { orderNumber } from "#domain/order.ts";
import { Button } from "../ui/button.tsx";
import { LocalTime } from "./local-time.tsx";
import { mailName } from "./order-texts.ts";

/** The mails that were given up, with what the mail server said, and what can be done about each. */
export function FailedMails({ mails, action }: { mails: FailedMail[]; action: string }) {
  if (mails.length === 0) {
    return (
      <p className="admin-card flex items-center gap-2.5 p-6">
        <CircleCheck aria-hidden="true" className="size-5 flex-none text-ok" />
        No mail has failed.
      </p>
    );
  }
  return (
    <>
      <ul className="grid gap-4">
        {mails.map((mail) => (
          <li key={mail.id}>
            <Mail mail={mail} action={action} />
          </li>
        ))}
      </ul>
      {mails.length === FAILED_MAILS_SHOWN && (
        <p className="mt-4 text-ink-2">The last {FAILED_MAILS_SHOWN} are shown.</p>
      )}
    </>
  );
}

function Mail({ mail, action }: { mail: FailedMail; action: string }) {
  const fetcher = useFetcher();
  const isPending = fetcher.state !== "idle";
  return (
    <article className="admin-card grid gap-3 p-5">
      <h2 className="text-lg font-semibold first-letter:uppercase">{mailName(mail.kind)}</h2>
      <div className="text-sm wrap-anywhere text-ink-2">
        {mail.order && (
          <p>
            <Link to={href("/admin/orders/:id", { id: mail.order.id })} className="text-link">
              {orderNumber(mail.order.number)}
            </Link>
            , {mail.order.customerEmail}
          </p>
        )}
        {mail.to && <p>{mail.to}</p>}
        <p>
          Given up after {mail.attempts} {mail.attempts === 1 ? "try" : "tries"},{" "}
          <LocalTime at={mail.failedAt} withTime />
        </p>
      </div>
      <p className="wrap-anywhere">{mail.reason}</p>
      <fetcher.Form method="post" action={action} className="flex flex-wrap gap-3">
        <input type="hidden" name="id" value={mail.id} />
        <Button type="submit" name="intent" value="retry" look="secondary" pending={isPending}>
          Send again
        </Button>
        <Button type="submit" name="intent" value="dismiss" look="quiet" disabled={isPending}>
          Dismiss
        </Button>
      </fetcher.Form>
    </article>
  );
}
