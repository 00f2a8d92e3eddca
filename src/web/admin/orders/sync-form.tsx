import { ActionButton } from "../../ui/form/action-button.tsx";
import { RefreshCw } from "../icons.tsx";

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
  return (
    <ActionButton
      action={action}
      fields={{ intent: "sync", orderId }}
      look="secondary"
      size="small"
      className="min-h-11"
      disabled={!hasPayment}
      title={hasPayment ? undefined : "This order has no payment intent ID and cannot be synced"}
      icon={<RefreshCw aria-hidden="true" className="size-4" />}
    >
      {label}
      {description && <span className="sr-only"> {description}</span>}
    </ActionButton>
  );
}
