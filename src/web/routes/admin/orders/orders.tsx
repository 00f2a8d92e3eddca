import { data, href, useLocation } from "react-router";
import { isFiltered, orderSearchText, parseOrderSearch } from "#domain/order/order-search.ts";
import { chosenIds, listOrders, loadListHead } from "#server/orders/list-orders.ts";
import { findSync, startSync, stopSync } from "#server/orders/sync-orders.ts";
import { adminMeta, failedPage, PageTitle } from "../../../admin/frame/admin-page.tsx";
import { AnswerNote } from "../../../admin/frame/notice-line.tsx";
import { showAnswerOf } from "../../../admin/frame/show-notice.ts";
import { Download } from "../../../admin/icons.tsx";
import { ListPager } from "../../../admin/lists/list-pager.tsx";
import { RowMenu } from "../../../admin/lists/row-menu.tsx";
import { NoOrders } from "../../../admin/orders/list/no-orders.tsx";
import { OrderFilters } from "../../../admin/orders/list/order-filters.tsx";
import { OrdersTable } from "../../../admin/orders/list/orders-table.tsx";
import { SyncAllForm, SyncProgress, useSync } from "../../../admin/orders/list/sync-all-form.tsx";
import { SyncReport } from "../../../admin/orders/list/sync-report.tsx";
import { syncStartOutcome } from "../../../admin/orders/sync-outcome.ts";
import { adminOf } from "../../../middleware/require-admin.ts";
import { LinkButton } from "../../../ui/form/button.tsx";
import { adminAction, answered } from "../admin-action.ts";
import type { Route } from "./+types/orders";
import { syncOne } from "./order-action.ts";
import "../../../admin/orders/orders.css";

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(matches, "Orders");

export async function loader({ url, context }: Route.LoaderArgs) {
  const { shop } = adminOf(context);
  const search = parseOrderSearch(url.searchParams);
  // During a search, the counts of the full lists would mislead.
  const isWhole = !isFiltered({ ...search, tab: "all" });
  const [page, head] = await Promise.all([
    listOrders(shop, search),
    isWhole ? loadListHead(shop) : findSync(shop).then((sync) => ({ sync, counts: null })),
  ]);
  return { search, ...page, ...head };
}

/** 'Sync' of one order, of all, of the selected ones, and 'Stop'. */
export const action = adminAction("sync", {
  sync: async ({ shop, form }) => answered(await syncOne(shop, form.get("orderId"))),
  "sync-all": async ({ shop, actor }) => {
    await startSync(shop, { actor });
    return data({ sync: await findSync(shop) });
  },
  "sync-stop": async ({ shop, actor }) => {
    await stopSync(shop, { actor });
    return data({ sync: await findSync(shop) });
  },
  "sync-selected": async ({ shop, form, actor }) => {
    const ids = chosenIds(form.getAll("id").map(String));
    const isStarted = ids.length > 0 && (await startSync(shop, { actor, ids }));
    const { notice, status } = syncStartOutcome(ids.length, isStarted);
    return data({ notice, sync: await findSync(shop) }, { status });
  },
});

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => showAnswerOf(serverAction());

export default function OrdersPage({ loaderData, actionData }: Route.ComponentProps) {
  const { search, orders, next, lastCarrier, counts } = loaderData;
  const sync = useSync(loaderData.sync);
  const isSyncing = sync?.state === "under_way";
  const here = `${href("/admin/orders")}${useLocation().search}`;
  const pathOf = (after: typeof next) => `${href("/admin/orders")}${orderSearchText({ ...search, after })}`;
  const exportText = orderSearchText({ ...search, after: null });
  const exportPath = `${href("/admin/orders/export")}${exportText}`;
  return (
    <>
      <PageTitle title="Orders">
        <div className="page-actions items-center">
          {isSyncing && <SyncProgress action={here} sync={sync} />}
          <RowMenu label="More for orders" unfolds>
            <LinkButton to={exportPath} look="secondary" reloadDocument>
              <Download aria-hidden="true" className="size-4" />
              Export CSV
            </LinkButton>
            <LinkButton
              to={`${exportPath}${exportText ? "&" : "?"}of=items`}
              look="secondary"
              reloadDocument
              title="One row for each item of an order"
            >
              <Download aria-hidden="true" className="size-4" />
              Export items
            </LinkButton>
            <SyncAllForm action={here} isRunning={isSyncing} />
          </RowMenu>
        </div>
      </PageTitle>
      {actionData && "notice" in actionData && <AnswerNote notice={actionData.notice} />}
      <SyncReport sync={sync} />
      <OrderFilters search={search} counts={counts} />
      <OrdersTable
        key={orderSearchText(search)}
        orders={orders}
        lastCarrier={lastCarrier}
        syncAction={here}
        empty={<NoOrders search={search} />}
      />
      <ListPager
        label="Pages of orders"
        first={search.after && { label: "Newest orders", to: pathOf(null) }}
        next={next && { label: "Older orders", to: pathOf(next) }}
      />
    </>
  );
}

export const ErrorBoundary = failedPage("Orders", "Failed to load orders");
