// Tracking numbers out of a file, in two steps: the first shows what each row would do and ships nothing, the second
// ships what was shown. Both work as plain forms.
import { data, Form, href, useNavigation } from "react-router";
import { TRACKING_BYTES_MAX, TRACKING_ROWS_MAX } from "#domain/order/packing/tracking-csv.ts";
import { CARRIER_LENGTH_MAX } from "#domain/order/shipments.ts";
import { applyTracking, checkTracking } from "#server/orders/packing/import-tracking.ts";
import { findLastCarrier } from "#server/orders/packing/packing-queries.ts";
import { adminMeta, BackLink, failedPage, PageTitle } from "../../../admin/frame/admin-page.tsx";
import { CarrierField } from "../../../admin/orders/detail/order-shipment-forms.tsx";
import { appliedAnswer, checkedAnswer, refusedFile } from "../../../admin/orders/packing/tracking-lines.ts";
import { TrackingReport } from "../../../admin/orders/packing/tracking-report.tsx";
import { adminOf } from "../../../middleware/require-admin.ts";
import { Button } from "../../../ui/form/button.tsx";
import { FieldFrame } from "../../../ui/form/field.tsx";
import { type Asked, adminAction } from "../admin-action.ts";
import type { Route } from "./+types/packing-tracking";

/** The file and the form around it. */
const BODY_BYTES_MAX = TRACKING_BYTES_MAX + 16 * 1024;

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(matches, "Tracking from CSV");

export async function loader({ context }: Route.LoaderArgs) {
  return { lastCarrier: await findLastCarrier(adminOf(context).shop.db) };
}

/** 'Check file', and shipping what was shown. */
export const action = adminAction(
  "check",
  { check, apply },
  {
    bytesMax: BODY_BYTES_MAX,
    tooLarge: () => refuse(413, "The file is larger than 1 MB. Split it into several files."),
  },
);

function refuse(status: number, reason: string) {
  return data(refusedFile(reason), { status });
}

async function check({ shop, form, text }: Asked) {
  const file = form.get("file");
  if (!(file instanceof File) || file.size === 0) return refuse(422, "Choose a CSV file first.");
  const bytes = new Uint8Array(await file.arrayBuffer());
  const carrier = text("carrier").slice(0, CARRIER_LENGTH_MAX);
  const checked = await checkTracking(shop, { bytes, carrier });
  if (!checked.ok) return refuse(422, checked.reason);
  return data(checkedAnswer(checked));
}

async function apply({ shop, actor, text }: Asked) {
  const bytes = new TextEncoder().encode(text("rows"));
  const applied = await applyTracking(shop, { bytes, actor });
  return "reason" in applied ? refuse(422, applied.reason) : data(appliedAnswer(applied));
}

const back = <BackLink to={href("/admin/packing")} label="Packing" />;

export default function TrackingPage({ loaderData, actionData }: Route.ComponentProps) {
  const intent = useNavigation().formData?.get("intent");
  return (
    <>
      {back}
      <PageTitle title="Tracking from CSV" />
      <Form
        method="post"
        encType="multipart/form-data"
        aria-label="File of tracking numbers"
        className="admin-card mb-5 grid max-w-3xl gap-5 p-5"
      >
        <p>
          Export your shipments at Pirate Ship, or any spreadsheet with the columns “Order ID” and “Tracking
          Number”. The shop first shows what each row would do.
        </p>
        <FieldFrame label="CSV file" hint={`Up to ${TRACKING_ROWS_MAX} rows.`}>
          {(binding) => (
            <input
              {...binding}
              type="file"
              name="file"
              required
              accept=".csv,.tsv,.txt,text/csv"
              className="input"
            />
          )}
        </FieldFrame>
        <div className="sm:max-w-60">
          <CarrierField defaultValue={loaderData.lastCarrier || "USPS"} required />
        </div>
        <p className="-mt-3 text-sm text-ink-2">For rows that name no carrier.</p>
        <Button
          type="submit"
          name="intent"
          value="check"
          pending={intent === "check"}
          className="justify-self-end"
        >
          Check file
        </Button>
      </Form>
      {actionData && <TrackingReport answer={actionData} isApplying={intent === "apply"} />}
    </>
  );
}

export const ErrorBoundary = failedPage("Tracking from CSV", "Failed to load orders", back);
