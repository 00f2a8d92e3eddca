import { trackingFileForm } from "#domain/order/forms/shipment-forms.ts";
import { TRACKING_ROWS_MAX } from "#domain/order/packing/tracking-csv.ts";
import { Button } from "../../../ui/form/button.tsx";
import { FileField } from "../../forms/file-field.tsx";
import type { FormAnswer } from "../../forms/form-outcome.ts";
import { OwnerForm } from "../../forms/owner-form.tsx";
import { useOwnerForm } from "../../forms/use-owner-form.ts";
import { CarrierField } from "../detail/order-shipment-forms.tsx";

type TrackingFormProps = {
  carrier: string;
  /** Why the last file could not be checked. */
  refusal: FormAnswer | undefined;
  /** The last answer of the page. */
  answer: object | undefined;
};

/** Takes a file of tracking numbers, and only checks it. */
export function TrackingForm({ carrier, refusal, answer }: TrackingFormProps) {
  const form = useOwnerForm({
    ...{ schema: trackingFileForm, intent: "check", stored: { carrier }, answer: refusal },
    ...{ isGuarded: false, refused: null },
  });
  return (
    <OwnerForm
      form={form}
      encType="multipart/form-data"
      aria-label="File of tracking numbers"
      className="admin-card mb-5 grid max-w-3xl gap-5 p-5"
    >
      <p>
        Export your shipments at Pirate Ship, or any spreadsheet with the columns “Order ID” and “Tracking
        Number”. The shop first shows what each row would do.
      </p>
      <FileField {...form.field("file")} hint={`Up to ${TRACKING_ROWS_MAX} rows.`} emptiedBy={answer} />
      <div className="sm:max-w-60">
        <CarrierField {...form.field("carrier")} hint="For rows without a carrier." />
      </div>
      <Button type="submit" pending={form.isSaving} className="justify-self-end">
        Check file
      </Button>
    </OwnerForm>
  );
}
