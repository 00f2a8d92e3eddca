import { href } from "react-router";
import { queryText } from "#domain/text/query-text.ts";
import { listDiscounts } from "#server/checkout/discounts/list-discounts.ts";
import { DiscountsTable } from "../../../admin/discounts/discounts-table.tsx";
import { adminMeta, failedPage, PageTitle } from "../../../admin/frame/admin-page.tsx";
import { EmptyList } from "../../../admin/lists/empty-list.tsx";
import { ListPager } from "../../../admin/lists/list-pager.tsx";
import { adminOf } from "../../../middleware/require-admin.ts";
import { LinkButton } from "../../../ui/form/button.tsx";
import type { Route } from "./+types/discounts";

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(matches, "Discounts");

export async function loader({ url, context }: Route.LoaderArgs) {
  const after = url.searchParams.get("after");
  return { after, ...(await listDiscounts(adminOf(context).shop, { after })) };
}

export default function DiscountsPage({ loaderData: { after, discounts, next } }: Route.ComponentProps) {
  const pathOf = (from: string | null) => `${href("/admin/discounts")}${queryText({ after: from })}`;
  return (
    <>
      <PageTitle title="Discounts">
        <LinkButton to={href("/admin/discounts/new")}>New Discount</LinkButton>
      </PageTitle>
      {discounts.length === 0 && after === null ? (
        <EmptyList title="No discounts yet">
          <p className="text-ink-2">Create a code, an automatic sale, or free shipping above an amount.</p>
        </EmptyList>
      ) : (
        <DiscountsTable discounts={discounts} />
      )}
      <ListPager
        label="Pages of discounts"
        first={after && { label: "First page", to: pathOf(null) }}
        next={next && { label: "Next page", to: pathOf(next) }}
      />
    </>
  );
}

export const ErrorBoundary = failedPage("Discounts", "Failed to load discounts");
