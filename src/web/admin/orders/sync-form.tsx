import { RefreshCw } from "lucide-react";
import { useFetcher } from "react-router";
import { Button } from "../../ui/form/button.tsx";

type SyncFormProps = {
  /** Path of the page whose action answers. */
  action: string;
  orderId: string;
  label: string;
  /** The order's number, for assistive technology, where several buttons have the same label. */
  description?: string;
  hasPayment: boolean;
};

/** Asks the payment provider about one order. Disabled while asking and for an order without a payment. */
export function SyncForm({ action, orderId, label, description, hasPayment }: SyncFormProps) {
  const fetcher = useFetcher();
  return (
    <fetcher.Form method="post" action={action}>
      <input type="hidden" name="intent" value="sync" />
      <input type="hidden" name="orderId" value={orderId} />
      <Button
        type="submit"
        look="secondary"
        size="small"
        className="min-h-11"
        pending={fetcher.state !== "idle"}
        disabled={!hasPayment}
        title={hasPayment ? undefined : "This order has no payment intent ID and cannot be synced"}
      >
        {fetcher.state === "idle" && <RefreshCw aria-hidden="true" className="size-4" />}
        {label}
        {description && <span className="sr-only"> {description}</span>}
      </Button>
    </fetcher.Form>
  );
}
