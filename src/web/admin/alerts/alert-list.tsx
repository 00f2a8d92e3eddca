import { href, Link } from "react-router";
import type { Alert } from "#domain/alerts/alert.ts";
import { ShopTime } from "../../page/shop-time.tsx";
import { Button } from "../../ui/form/button.tsx";
import { CloseWithNote, WorkItem, WorkList } from "../lists/work-list.tsx";

/** What the shop could not finish with the payment provider, and what can be done about each. */
export function Alerts({ alerts, action }: { alerts: Alert[]; action: string }) {
  return (
    <WorkList items={alerts} done="Nothing needs your attention.">
      {(alert) => <AlertItem alert={alert} action={action} />}
    </WorkList>
  );
}

function AlertItem({ alert, action }: { alert: Alert; action: string }) {
  const facts = (
    <>
      {alert.orderId && (
        <p>
          <Link to={href("/admin/orders/:id", { id: alert.orderId })} className="text-link">
            Open the order
          </Link>
        </p>
      )}
      <p>
        Since <ShopTime at={alert.since} style="date and time" />
      </p>
      <p>{alert.id}</p>
    </>
  );
  const retry = { name: "intent", value: "retry", formNoValidate: true };
  return (
    <WorkItem id={alert.id} title={alert.title} facts={facts} reason={alert.reason} action={action}>
      {(isPending) => (
        <>
          {alert.canRetry && (
            <Button type="submit" look="secondary" pending={isPending} {...retry}>
              Try again
            </Button>
          )}
          <CloseWithNote label="Reason for closing" intent="close" isPending={isPending}>
            Close
          </CloseWithNote>
        </>
      )}
    </WorkItem>
  );
}
