import { Form, href } from "react-router";
import { sizeChartFormOf } from "#domain/size-chart/size-chart-form.ts";
import { listChartRows } from "#server/products/size-charts/find-chart-ground.ts";
import { deleteSizeChart } from "#server/products/size-charts/save-size-chart.ts";
import { formAnswerIn } from "../../../../admin/forms/form-outcome.ts";
import { adminMeta, BackLink, failedPage, PageTitle } from "../../../../admin/frame/admin-page.tsx";
import { goTo } from "../../../../admin/frame/go-to.ts";
import { SizeChartForm } from "../../../../admin/products/size-charts/size-chart-form.tsx";
import { adminOf } from "../../../../middleware/require-admin.ts";
import { Button, LinkButton } from "../../../../ui/form/button.tsx";
import { type Asked, adminAction } from "../../admin-action.ts";
import type { Route } from "./+types/size-chart";
import "../../../../admin/products/products.css";
import { pictureFormLimit } from "./posted-picture.ts";
import { loadChartChoices, saveSizeChartForm } from "./save-size-chart-form.ts";

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  adminMeta(matches, loaderData ? `Edit ${loaderData.row.chart.name}` : "Edit Size Chart");

export async function loader({ params, context }: Route.LoaderArgs) {
  const { shop } = adminOf(context);
  const row = (await listChartRows(shop)).find(({ chart }) => chart.id === params.id);
  if (!row) throw new Response(null, { status: 404 });
  return { row, ...(await loadChartChoices(shop, row.chart.productIds)) };
}

export const action = adminAction(
  "save",
  { save: (asked) => saveSizeChartForm(asked, asked.params.id ?? ""), delete: deleteAsked },
  pictureFormLimit,
);

async function deleteAsked({ shop, actor, params }: Asked) {
  const isDeleted = await deleteSizeChart(shop, { id: params.id ?? "", actor });
  return goTo(href("/admin/products/size-charts"), isDeleted ? "size-chart-deleted" : "size-chart-not-found");
}

export default function SizeChartPage({ loaderData, actionData }: Route.ComponentProps) {
  const { row, types, products } = loaderData;
  const { chart, notes } = row;
  return (
    <>
      <BackLink to={href("/admin/products/size-charts")} label="All size charts" />
      <PageTitle title={chart.name}>
        <LinkButton to={href("/size-guide")} look="secondary" reloadDocument>
          View in store
        </LinkButton>
      </PageTitle>
      {chart.isSample && (
        <p className="mb-4">
          Shoppers see this sample chart only with sample products. Save it to use it for your own.
        </p>
      )}
      {notes.length > 0 && (
        <ul
          aria-label="Notes"
          className="mb-5 grid max-w-3xl list-disc gap-1 rounded-field bg-warn-tint py-4 pr-4 pl-8"
        >
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      <SizeChartForm
        key={chart.id}
        stored={sizeChartFormOf(chart)}
        picture={chart.picture}
        answer={formAnswerIn(actionData)}
        types={types}
        products={products}
      />
      <Form method="post" className="mt-5">
        <Button type="submit" name="intent" value="delete" look="danger">
          Delete Size Chart
        </Button>
      </Form>
    </>
  );
}

export const ErrorBoundary = failedPage("Edit Size Chart", "Failed to load the size chart");
