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
      return { to: href("/admin/doctor"), label: "Doctor" };
  }
}

function whenMailWorks({ waiting, givenUp }: { waiting: number; givenUp: number }): string {
  const waits = waiting === 1 ? "One mail waits and goes" : `${waiting} mails wait and go`;
  const was =
    givenUp === 1
      ? "One was given up: send it again, under Failed mails,"
      : `${givenUp} were given up: send them again, under Failed mails,`;
  return [
    ...(waiting > 0 ? [`${waits} out when the mail server answers again.`] : []),
    ...(givenUp > 0 ? [`${was} once it works.`] : []),
  ].join(" ");
}

function TroubleText({ trouble }: { trouble: Trouble }) {
  switch (trouble.kind) {
    case "mails":
      return (
        <>
          <strong>
            No mail has gone out since <ShopTime at={trouble.since} style="date and time" />.
          </strong>{" "}
          {trouble.isPasswordRefused
            ? "The mail server refuses the shop's user name or password (SMTP_URL). It is tried again every 15 minutes. "
            : ""}
          {whenMailWorks(trouble)} Ask your mail provider, or whoever runs this shop's server.
        </>
      );
    case "refused_mails":
      return (
        <>
          <strong>
            Mails to {trouble.customers} customers have not gone out since{" "}
            <ShopTime at={trouble.since} style="date and time" />.
          </strong>{" "}
          Others do. The last try failed: {trouble.error}. Ask your mail provider, or whoever runs this shop's
          server.
        </>
      );
    case "webhook":
      return (
        <>
          <strong>
            News from Stripe have not reached the shop since{" "}
            <ShopTime at={trouble.since} style="date and time" />.
          </strong>{" "}
          Orders are still found by asking Stripe, some minutes late.{" "}
          {trouble.error === null
            ? "At Stripe, see that events go to this shop's address, and that the signing secret there is the shop's own."
            : "Ask whoever runs this shop's server."}
        </>
      );
    case "backups":
      return (
        <>
          <strong>
            No backup has been made since <ShopTime at={trouble.since} style="date and time" />.
          </strong>{" "}
          {trouble.error === null ? "" : `The last try failed: ${trouble.error}.`}
        </>
      );
    case "restore_test":
      return (
        <>
          <strong>
            A backup could not be restored in the test of{" "}
            <ShopTime at={trouble.since} style="date and time" />:
          </strong>{" "}
          {trouble.error}. The shop itself was not touched.
        </>
      );
    case "money":
      return (
        <>
          <strong>
            The money check found {trouble.count === 1 ? "a difference" : `${trouble.count} differences`}.
          </strong>{" "}
          The page says how to fix each one.
        </>
      );
    default:
      return unreachable(trouble);
  }
}
