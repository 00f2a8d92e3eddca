import { Form, Link, useNavigation } from "react-router";
import { FAILED_MAILS_SHOWN, type FailedMail } from "#domain/mail/failed-mail.ts";
import { ShopTime } from "../../page/shop-time.tsx";
import { Button } from "../../ui/form/button.tsx";
import { WorkItem, WorkList } from "../lists/work-list.tsx";
import { correctEmailPath, OrderLink } from "../orders/order-link.tsx";
import { mailName } from "../orders/order-texts.ts";

/**
 * The emails that could not be sent, what the mail server said, and what can be done about each. `hasMany`: several were given up
 * after all their tries, and can be sent again together.
 */
export function FailedMails({
  mails,
  hasMany,
  action,
}: {
  mails: FailedMail[];
  hasMany: boolean;
  action: string;
}) {
  return (
    <>
      {hasMany && <SendAllAgain action={action} />}
      <WorkList items={mails} done="No failed emails.">
        {(mail) => <Mail mail={mail} action={action} />}
      </WorkList>
      {mails.length === FAILED_MAILS_SHOWN && (
        <p className="mt-4 text-ink-2">The last {FAILED_MAILS_SHOWN} are shown.</p>
      )}
    </>
  );
}

/** After a mail server was away for longer than emails are tried, all of them are listed. */
function SendAllAgain({ action }: { action: string }) {
  const isSending = useNavigation().formMethod === "POST";
  return (
    <Form method="post" action={action} preventScrollReset className="admin-card mb-4 grid gap-3 p-5">
      <p className="text-ink-2">Resend every email that was tried for a full day, oldest first.</p>
      <label className="check-line">
        <input type="checkbox" name="confirmed" required />
        Yes, send all of them, also those not shown here.
      </label>
      <Button
        type="submit"
        name="intent"
        value="retry-all"
        look="secondary"
        pending={isSending}
        className="justify-self-start"
      >
        Send all again
      </Button>
    </Form>
  );
}

function Mail({ mail, action }: { mail: FailedMail; action: string }) {
  const facts = (
    <>
      {mail.order && (
        <p>
          <OrderLink order={mail.order} />, {mail.order.customerEmail}
        </p>
      )}
      {mail.to && <p>{mail.to}</p>}
      <p>
        Failed after {mail.attempts} {mail.attempts === 1 ? "try" : "tries"},{" "}
        <ShopTime at={mail.failedAt} style="date and time" />
      </p>
    </>
  );
  return (
    <WorkItem id={mail.id} title={mailName(mail.kind)} facts={facts} reason={mail.reason} action={action}>
      {(isPending) => (
        <>
          <Button type="submit" name="intent" value="retry" look="secondary" pending={isPending}>
            Send again
          </Button>
          {mail.order?.takesNewEmail && (
            <Link to={correctEmailPath(mail.order)} className="button" data-look="secondary">
              Correct the email
            </Link>
          )}
          <Button type="submit" name="intent" value="dismiss" look="quiet" disabled={isPending}>
            Dismiss
          </Button>
        </>
      )}
    </WorkItem>
  );
}
