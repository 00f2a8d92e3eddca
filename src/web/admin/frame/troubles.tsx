import type { Trouble } from "#domain/alerts/trouble.ts";
import { ShopTime } from "../../page/shop-time.tsx";
import { TriangleAlert } from "../../ui/icons.tsx";

/** What does not work around the shop, above every page of the back office until it works again. */
export function Troubles({ troubles }: { troubles: Trouble[] }) {
  return troubles.map(({ kind, since, waiting }) => (
    <p key={kind} role="status" className="mb-5 flex items-start gap-3 rounded-field bg-err-tint px-4 py-3">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 flex-none text-err" />
      <span>
        <strong>
          No mail has gone out since <ShopTime at={since} style="date and time" />.
        </strong>{" "}
        {waiting === 1 ? "One mail waits and goes" : `${waiting} mails wait and go`} out when the mail server
        answers again. Ask your mail provider, or whoever runs this shop's server.
      </span>
    </p>
  ));
}
