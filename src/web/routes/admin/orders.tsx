import { Download } from "lucide-react";
import { data, href, useLocation } from "react-router";
import { isFiltered, orderSearchText, parseOrderSearch } from "#domain/order-search.ts";
import { isUuid } from "#domain/uuid.ts";
import { syncOrder } from "#server/checkout/sync-order.ts";
import { chosenIds, listOrders, loadListHead } from "#server/orders/list-orders.ts";
import { findSync, startSync, stopSync } from "#server/orders/sync-orders.ts";
import { AnswerNote } from "../../admin/answer-note.tsx";
import { LoadFailure } from "../../admin/load-failure.tsx";
import { NoOrders } from "../../admin/no-orders.tsx";
import { OrderFilters } from "../../admin/order-filters.tsx";
import { OrdersTable } from "../../admin/orders-table.tsx";
import { PageTitle } from "../../admin/page-title.tsx";
import { SyncAllForm } from "../../admin/sync-all-form.tsx";
import { type SyncAnswer, syncAnswer, syncStartAnswer } from "../../admin/sync-outcome.ts";
import { SyncReport } from "../../admin/sync-report.tsx";
import { tellingOf } from "../../admin/tell-answer.ts";
import { pageMeta } from "../../layout/page-meta.ts";
import { adminOf } from "../../middleware/require-admin.ts";
import { shopOf } from "../../middleware/shop-context.ts";
import { privatePage } from "../../page-headers.ts";
import { LinkButton } from "../../ui/button.tsx";
import type { Route } from "./+types/orders";
import "../../admin/orders.css";

export const headers = privatePage;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "Orders",
    description: "The shop's orders.",
    path: "/admin/orders",
    noindex: true,
  });

export async function loader({ url, context }: Route.LoaderArgs) {
  adminOf(context);
  const shop = shopOf(context);
  const search = parseOrderSearch(url.searchParams);
  // Beside a search the sizes of the whole lists would only mislead.
  const isWhole = !isFiltered({ ...search, tab: "all" });
  const [page, head] = await Promise.all([
    listOrders(shop, search),
    isWhole ? loadListHead(shop) : findSync(shop).then((sync) => ({ sync, counts: null })),
  ]);
  return { search, ...page, ...head };
}

/** Four forms: 'Sync' of one order, 'Sync All Statuses', the same for selected orders, and stopping that. */
export async function action({ request, context }: Route.ActionArgs) {
  const actor = adminOf(context).email;
  const shop = shopOf(context);
  const form = await request.formData();
  const intent = form.get("intent");
  if (intent === "sync-all" || intent === "sync-stop") {
    await (intent === "sync-all" ? startSync : stopSync)(shop, { actor });
    return data({ sync: await findSync(shop) });
  }
  if (intent === "sync-selected") {
    const ids = chosenIds(form.getAll("id").map(String));
    const isStarted = ids.length > 0 && (await startSync(shop, { actor, ids }));
    const { answer, status } = syncStartAnswer(ids.length, isStarted);
    return data({ ...answer, sync: await findSync(shop) }, { status });
  }
  const orderId = form.get("orderId");
  const result = isUuid(orderId)
    ? await syncOrder(shop, { orderId })
    : ({ ok: false, reason: "not_found" } as const);
  const { answer, status } = syncAnswer(String(orderId), result);
  return data<SyncAnswer>(answer, { status });
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => tellingOf(serverAction());

export default function OrdersPage({ loaderData, actionData }: Route.ComponentProps) {
  const { search, orders, next, sync, counts } = loaderData;
  const path = href("/admin/orders");
  const here = `${path}${useLocation().search}`;
  const exportPath = `${href("/admin/orders/export")}${orderSearchText({ ...search, after: null })}`;
  return (
    <>
      <PageTitle title="Orders">
        <div className="page-actions items-center">
          <LinkButton to={exportPath} look="secondary" reloadDocument>
            <Download aria-hidden="true" className="size-4" />
            Export CSV
          </LinkButton>
          <SyncAllForm action={here} sync={sync} />
        </div>
      </PageTitle>
      {actionData && "notice" in actionData && <AnswerNote notice={actionData.notice} />}
      <SyncReport sync={sync} />
      <OrderFilters search={search} counts={counts} />
      <OrdersTable
        key={orderSearchText(search)}
        orders={orders}
        syncAction={here}
        empty={<NoOrders search={search} />}
      />
      <nav aria-label="Pages of orders" className="mt-5 flex flex-wrap justify-end gap-3 empty:hidden">
        {search.after && (
          <LinkButton to={`${path}${orderSearchText({ ...search, after: null })}`} look="secondary">
            Newest orders
          </LinkButton>
        )}
        {next && (
          <LinkButton to={`${path}${orderSearchText({ ...search, after: next })}`} look="secondary">
            Older orders
          </LinkButton>
        )}
      </nav>
    </>
  );
}

export function ErrorBoundary() {
  return (
    <>
      <PageTitle title="Orders" />
      <LoadFailure message="Failed to load orders" />
    </>
  );
}
