import { href } from "react-router";
import { emptyChartForm } from "#domain/size-chart/size-chart-form.ts";
import { adminMeta, BackLink, failedPage } from "../../../../admin/frame/admin-page.tsx";
import { PageTitle } from "../../../../admin/frame/page-title.tsx";
import { useAnswerToast } from "../../../../admin/frame/use-notice-toasts.ts";
import { SizeChartForm } from "../../../../admin/products/size-charts/size-chart-form.tsx";
import { adminOf } from "../../../../middleware/require-admin.ts";
import { adminAction } from "../../admin-action.ts";
import type { Route } from "./+types/size-chart-new";
import { PICTURE_FORM_BYTES_MAX } from "./save-category-form.ts";
import { loadChartChoices, saveSizeChartForm, tooLargeChart } from "./save-size-chart-form.ts";

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(matches, "New Size Chart");

export async function loader({ context }: Route.LoaderArgs) {
  return loadChartChoices(adminOf(context).shop, []);
}

export const action = adminAction(
  "save",
  { save: (asked) => saveSizeChartForm(asked, null) },
  { bytesMax: PICTURE_FORM_BYTES_MAX, tooLarge: tooLargeChart },
);

export default function NewSizeChartPage({ loaderData, actionData }: Route.ComponentProps) {
  useAnswerToast(actionData);
  return (
    <>
      <BackLink to={href("/admin/products/size-charts")} label="All size charts" />
      <PageTitle title="New Size Chart" />
      <SizeChartForm opened={emptyChartForm} version={0} picture={null} answer={actionData} {...loaderData} />
    </>
  );
}

export const ErrorBoundary = failedPage("New Size Chart", "Failed to load the form");
