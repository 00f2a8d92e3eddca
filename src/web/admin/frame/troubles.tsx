import { href, Link } from "react-router";
import type { Trouble } from "#domain/alerts/trouble.ts";
import { unreachable } from "#domain/text/unreachable.ts";
import { ShopTime } from "../../page/shop-time.tsx";
import { TriangleAlert } from "../../ui/icons.tsx";

/** What does not work around the shop, above every page of the back office until it works again, but on no paper. */
export function Troubles({ troubles }: { troubles: Trouble[] }) {
  return troubles.map((trouble) => (
    <p
      key={trouble.kind}
      role="status"
      className="mb-5 flex items-start gap-3 rounded-field bg-err-tint px-4 py-3 print:hidden"
    >
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 flex-none text-err" />
      <span>
        <TroubleText trouble={trouble} />{" "}
        <Link to={placeOf(trouble).to} className="text-link font-semibold">
          {placeOf(trouble).label}
        </Link>
      </span>
    </p>
  ));
}

function placeOf({ kind }: Trouble): { to: string; label: string } {
  switch (kind) {
    case "backups":
    case "restore_test":
      return { to: href("/admin/backups"), label: "Backups" };
    case "money":
      return { to: href("/admin/money"), label: "Money check" };
    default:
      return { to: href("/admin/doctor"), label: "Health" };
  }
}

function whenMailWorks({ waiting, givenUp }: { waiting: number; givenUp: number }): string {
  const waits = waiting === 1 ? "1 email is waiting" : `${waiting} emails are waiting`;
  const failed = givenUp === 1 ? "1 email failed" : `${givenUp} emails failed`;
  return [
    ...(waiting > 0 ? [`${waits} for the email server.`] : []),
    ...(givenUp > 0 ? [`${failed}; resend from Failed emails.`] : []),
  ].join(" ");
}

function TroubleText({ trouble }: { trouble: Trouble }) {
  switch (trouble.kind) {
    case "mails":
      return (
        <>
          <strong>
            No email has gone out since <ShopTime at={trouble.since} style="date and time" />.
          </strong>{" "}
          {trouble.isPasswordRefused
            ? "The mail server refuses the shop’s user name or password (SMTP_URL). It tries again every 15 minutes. "
            : ""}
          {whenMailWorks(trouble)} Contact your email provider.
        </>
      );
    case "refused_mails":
      return (
        <>
          <strong>
            Emails to {trouble.customers} customers have not gone out since{" "}
            <ShopTime at={trouble.since} style="date and time" />.
          </strong>{" "}
          Last error: {trouble.error}. Contact your email provider.
        </>
      );
    case "webhook":
      return (
        <>
          <strong>
            Stripe events have not reached the shop since{" "}
            <ShopTime at={trouble.since} style="date and time" />.
          </strong>{" "}
          Orders still arrive, a few minutes late.{" "}
          {trouble.error === null
            ? "In Stripe, check the webhook address and its signing secret."
            : "Contact the person who runs your server."}
        </>
      );
    case "backups":
      return (
        <>
          <strong>
            No backup has been made since <ShopTime at={trouble.since} style="date and time" />.
          </strong>{" "}
          {trouble.error === null ? "" : `Last error: ${trouble.error}.`}
        </>
      );
    case "restore_test":
      return (
        <>
          <strong>
            A backup could not be restored in the test of{" "}
            <ShopTime at={trouble.since} style="date and time" />:
          </strong>{" "}
          {trouble.error}. The shop itself is fine.
        </>
      );
    case "money":
      return (
        <>
          <strong>
            The money check found {trouble.count === 1 ? "1 difference" : `${trouble.count} differences`}.
          </strong>{" "}
          See how to fix {trouble.count === 1 ? "it" : "them"}.
        </>
      );
    default:
      return unreachable(trouble);
  }
}
