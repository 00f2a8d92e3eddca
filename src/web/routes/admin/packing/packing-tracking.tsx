// Tracking numbers out of a file, in two steps: the first shows what each row would do and ships nothing, the second
// ships what was shown. Both work as plain forms.
import { data, href, useNavigation } from "react-router";
import { type FormSaved, readForm } from "#domain/form/form-saved.ts";
import { trackingFileForm } from "#domain/order/forms/shipment-forms.ts";
import { TRACKING_BYTES_MAX } from "#domain/order/packing/tracking-csv.ts";
import { FIRST_CARRIER } from "#domain/order/shipments.ts";
import { applyTracking, checkTracking } from "#server/orders/packing/import-tracking.ts";
import { findLastCarrier } from "#server/orders/packing/packing-queries.ts";
import { answerForm, answerUnread, formAnswerIn } from "../../../admin/forms/form-outcome.ts";
import { adminMeta, BackLink, failedPage, PageTitle } from "../../../admin/frame/admin-page.tsx";
import { AnswerNote } from "../../../admin/frame/notice-line.tsx";
import { failure } from "../../../admin/frame/notices.ts";
import { TrackingForm } from "../../../admin/orders/packing/tracking-form.tsx";
import { appliedAnswer, checkedAnswer, refusedFile } from "../../../admin/orders/packing/tracking-lines.ts";
import { TrackingReport } from "../../../admin/orders/packing/tracking-report.tsx";
import { adminOf } from "../../../middleware/require-admin.ts";
import { type Asked, adminAction } from "../admin-action.ts";
import type { Route } from "./+types/packing-tracking";

/** The file and the form around it. */
const BODY_BYTES_MAX = TRACKING_BYTES_MAX + 16 * 1024;

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(matches, "Tracking from CSV");

export async function loader({ context }: Route.LoaderArgs) {
  return { lastCarrier: await findLastCarrier(adminOf(context).shop.db) };
}

const NOT_ENTERED = "Nothing was entered";
const TOO_LARGE = "The file is larger than 1 MB. Split it into several files.";

/** 'Check file', and shipping what was shown. */
export const action = adminAction(
  "check",
  { check, apply },
  { bytesMax: BODY_BYTES_MAX, tooLarge: () => answerUnread("check", failure(NOT_ENTERED, TOO_LARGE)) },
);

async function check({ shop, form, fields }: Asked) {
  const refuse = (saved: FormSaved) => answerForm(form, trackingFileForm, saved, { refused: NOT_ENTERED });
  const read = readForm(trackingFileForm, fields);
  if (!read.ok) return refuse(read);
  const { file, carrier } = read.value;
  const checked = await checkTracking(shop, { bytes: new Uint8Array(await file.arrayBuffer()), carrier });
  if (!checked.ok) return refuse({ ok: false, reason: "invalid", errors: { file: checked.reason } });
  return data(checkedAnswer(checked));
}

async function apply({ shop, actor, text }: Asked) {
  const bytes = new TextEncoder().encode(text("rows"));
  const applied = await applyTracking(shop, { bytes, actor });
  if ("reason" in applied) return data(refusedFile(failure(NOT_ENTERED, applied.reason)), { status: 422 });
  return data(appliedAnswer(applied));
}

const back = <BackLink to={href("/admin/packing")} label="Packing" />;

export default function TrackingPage({ loaderData, actionData }: Route.ComponentProps) {
  const isApplying = useNavigation().formData?.get("intent") === "apply";
  const refusal = formAnswerIn(actionData);
  return (
    <>
      {back}
      <PageTitle title="Tracking from CSV" />
      <div role="alert">{refusal && !refusal.result.error && <AnswerNote notice={refusal.notice} />}</div>
      <TrackingForm carrier={loaderData.lastCarrier || FIRST_CARRIER} refusal={refusal} answer={actionData} />
      {actionData && "lines" in actionData && <TrackingReport answer={actionData} isApplying={isApplying} />}
    </>
  );
}

export const ErrorBoundary = failedPage("Tracking from CSV", "Failed to load orders", back);
