import { data, href, Link } from "react-router";
import { listChartRows } from "#server/products/size-charts/find-chart-ground.ts";
import { moveSizeChart } from "#server/products/size-charts/save-size-chart.ts";
import { adminMeta, failedPage, PageTitle } from "../../../../admin/frame/admin-page.tsx";
import { EmptyList } from "../../../../admin/lists/empty-list.tsx";
import { OrderButtons } from "../../../../admin/lists/order-buttons.tsx";
import { adminOf } from "../../../../middleware/require-admin.ts";
import { Badge } from "../../../../ui/badge.tsx";
import { LinkButton } from "../../../../ui/form/button.tsx";
import { type Asked, adminAction } from "../../admin-action.ts";
import type { Route } from "./+types/size-charts";

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(matches, "Size charts");

export async function loader({ context }: Route.LoaderArgs) {
  const rows = await listChartRows(adminOf(context).shop);
  return rows.map(({ chart: { id, name, isSample, rows: sizes }, products, notes }) => ({
    ...{ id, name, isSample, products, notes },
    sizes: sizes.map(({ size }) => size).join(", "),
  }));
}

/** Of charts that are equally near to a product, the first is shown. */
export const action = adminAction("up", {
  up: (asked) => move(asked, true),
  down: (asked) => move(asked, false),
});

async function move({ shop, actor, text }: Asked, isUp: boolean) {
  await moveSizeChart(shop, { id: text("id"), isUp, actor });
  return data({ isMoved: true });
}

export default function SizeChartsPage({ loaderData: charts }: Route.ComponentProps) {
  return (
    <>
      <PageTitle title="Size charts">
        <LinkButton to={href("/admin/products/size-charts/new")}>New Size Chart</LinkButton>
      </PageTitle>
      {charts.length === 0 && (
        <EmptyList title="No size charts yet">
          <p className="text-ink-2">Your shop shows a size guide once you add one.</p>
        </EmptyList>
      )}
      {charts.length > 0 && (
        <ul className="admin-card divide-y divide-line">
          {charts.map(({ id, name, isSample, products, sizes, notes }, at) => (
            <li key={id} className="flex flex-wrap items-start gap-x-4 gap-y-1 px-5 py-3">
              <div className="grid min-w-0 flex-1 gap-1">
                <p>
                  <Link
                    to={href("/admin/products/size-charts/:id", { id })}
                    className="text-link font-semibold wrap-anywhere"
                  >
                    {name}
                  </Link>{" "}
                  {isSample && <Badge tone="plain">Sample</Badge>}
                </p>
                <p className="text-sm text-ink-2 wrap-anywhere">
                  {`${sizes} · ${products === 1 ? "1 product" : `${products.toLocaleString("en-US")} products`}`}
                </p>
                {notes.map((note) => (
                  <p key={note} className="text-sm">
                    {note}
                  </p>
                ))}
              </div>
              <OrderButtons
                action={href("/admin/products/size-charts")}
                item={{ id, name }}
                index={at}
                count={charts.length}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

export const ErrorBoundary = failedPage("Size charts", "Failed to load size charts");
