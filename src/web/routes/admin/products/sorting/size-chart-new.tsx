import { href } from "react-router";
import { emptyChartForm, sizeChartValuesIn } from "#domain/size-chart/size-chart-form.ts";
import { formAnswerIn } from "../../../../admin/forms/form-outcome.ts";
import { adminMeta, BackLink, failedPage, PageTitle } from "../../../../admin/frame/admin-page.tsx";
import { SizeChartForm } from "../../../../admin/products/size-charts/size-chart-form.tsx";
import { adminOf } from "../../../../middleware/require-admin.ts";
import { adminAction } from "../../admin-action.ts";
import type { Route } from "./+types/size-chart-new";
import "../../../../admin/products/products.css";
import { pictureFormLimit } from "./posted-picture.ts";
import { loadChartChoices, saveSizeChartForm } from "./save-size-chart-form.ts";

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(matches, "New Size Chart");

export async function loader({ context }: Route.LoaderArgs) {
  return loadChartChoices(adminOf(context).shop, []);
}

export const action = adminAction(
  "save",
  { save: (asked) => saveSizeChartForm(asked, null) },
  pictureFormLimit,
);

export default function NewSizeChartPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <BackLink to={href("/admin/products/size-charts")} label="All size charts" />
      <PageTitle title="New Size Chart" />
      <SizeChartForm
        stored={sizeChartValuesIn(emptyChartForm)}
        picture={null}
        answer={formAnswerIn(actionData)}
        {...loaderData}
      />
    </>
  );
}

export const ErrorBoundary = failedPage("New Size Chart", "Failed to load the form");
