import { href } from "react-router";
import { DISCOUNTS_LISTED_MAX, listDiscounts } from "#server/discounts/list-discounts.ts";
import { DiscountsTable } from "../../../admin/discounts/discounts-table.tsx";
import { adminMeta, failedPage } from "../../../admin/frame/admin-page.tsx";
import { PageTitle } from "../../../admin/frame/page-title.tsx";
import { EmptyList } from "../../../admin/lists/empty-list.tsx";
import { adminOf } from "../../../middleware/require-admin.ts";
import { LinkButton } from "../../../ui/form/button.tsx";
import type { Route } from "./+types/discounts";

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(matches, "Discounts");

export async function loader({ context }: Route.LoaderArgs) {
  const discounts = await listDiscounts(adminOf(context).shop);
  return { discounts, isCut: discounts.length === DISCOUNTS_LISTED_MAX };
}

export default function DiscountsPage({ loaderData: { discounts, isCut } }: Route.ComponentProps) {
  return (
    <>
      <PageTitle title="Discounts">
        <LinkButton to={href("/admin/discounts/new")}>New Discount</LinkButton>
      </PageTitle>
      {discounts.length === 0 ? (
        <EmptyList title="No discounts yet">
          <p className="text-ink-2">
            A code for a newsletter, a weekend for everybody, free shipping from an amount.
          </p>
        </EmptyList>
      ) : (
        <DiscountsTable discounts={discounts} />
      )}
      {isCut && <p className="mt-4 text-ink-2">These are the newest {discounts.length}.</p>}
    </>
  );
}

export const ErrorBoundary = failedPage("Discounts", "Failed to load discounts");
