import { Button } from "../../../ui/form/button.tsx";
import { loadShippingInfo } from "../checkout-storage.ts";

type ShippingReviewProps = { canEdit?: boolean; onEdit?: () => void };

/** The postal address above the card form, with a way back to its form; once it is paid, as it goes on the shipment. */
export function ShippingReview({ canEdit, onEdit }: ShippingReviewProps) {
  const { name, email, address1, address2, city, state, postalCode } = loadShippingInfo();
  return (
    <section aria-labelledby="shipping-heading" className="mb-8 border-y border-line py-5">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="shipping-heading" className="display text-xl">
          Shipping Information
        </h2>
        {onEdit && (
          <Button look="quiet" size="small" className="-mr-4" disabled={!canEdit} onClick={onEdit}>
            Edit<span className="sr-only"> shipping information</span>
          </Button>
        )}
      </div>
      <p className="mt-1 break-words">
        {name}
        <br />
        {[address1, address2].filter(Boolean).join(", ")}
        <br />
        {city}, {state} {postalCode}, United States
        <br />
        <span className="text-ink-2">{email}</span>
      </p>
    </section>
  );
}
