import { href } from "react-router";
import {
  type ReturnList as ListName,
  parseReturnSearch,
  returnLists,
  returnSearchText,
} from "#domain/returns/return-search.ts";
import { listReturns } from "#server/orders/returns/find-returns.ts";
import { adminMeta, failedPage, PageTitle } from "../../../admin/frame/admin-page.tsx";
import { LinkTabs } from "../../../admin/frame/link-tabs.tsx";
import { ListPager } from "../../../admin/lists/list-pager.tsx";
import { ReturnList } from "../../../admin/orders/returns/return-list.tsx";
import { adminOf } from "../../../middleware/require-admin.ts";
import type { Route } from "./+types/returns";

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(matches, "Returns");

export async function loader({ url, context }: Route.LoaderArgs) {
  const { shop } = adminOf(context);
  const search = parseReturnSearch(url.searchParams);
  return { search, ...(await listReturns(shop, search)) };
}

const tabLabels: Record<ListName, string> = { waiting: "To answer", open: "In progress", all: "All" };

export default function ReturnsPage({ loaderData }: Route.ComponentProps) {
  const { search, requests, next } = loaderData;
  const pathOf = (wanted: typeof search) => `${href("/admin/returns")}${returnSearchText(wanted)}`;
  return (
    <>
      <PageTitle title="Returns" />
      <LinkTabs
        label="Return lists"
        tabs={returnLists.map((show) => ({
          to: pathOf({ show, after: null }),
          label: tabLabels[show],
          isHere: show === search.show,
        }))}
      />
      <ReturnList requests={requests} show={search.show} />
      <ListPager
        label="Pages of returns"
        first={search.after && { label: "Newest returns", to: pathOf({ ...search, after: null }) }}
        next={next && { label: "Older returns", to: pathOf({ ...search, after: next }) }}
      />
    </>
  );
}

export const ErrorBoundary = failedPage("Returns", "Failed to load returns");
