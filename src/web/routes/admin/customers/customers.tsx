import { href, Link } from "react-router";
import { customerSearchText, parseCustomerSearch } from "#domain/customer/customer.ts";
import { listCustomers } from "#server/customers/list-customers.ts";
import { CustomersTable } from "../../../admin/customers/customers-table.tsx";
import { adminMeta, failedPage, PageTitle } from "../../../admin/frame/admin-page.tsx";
import { EmptyList } from "../../../admin/lists/empty-list.tsx";
import { ListPager } from "../../../admin/lists/list-pager.tsx";
import { SearchForm } from "../../../admin/lists/search-form.tsx";
import { adminOf } from "../../../middleware/require-admin.ts";
import type { Route } from "./+types/customers";

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(matches, "Customers");

export async function loader({ url, context }: Route.LoaderArgs) {
  const search = parseCustomerSearch(url.searchParams);
  return { search, ...(await listCustomers(adminOf(context).shop, search)) };
}

export default function CustomersPage({ loaderData: { search, customers, next } }: Route.ComponentProps) {
  const path = href("/admin/customers");
  const pathOf = (wanted: typeof search) => `${path}${customerSearchText(wanted)}`;
  return (
    <>
      <PageTitle title="Customers">
        <SearchForm
          action={path}
          query={search.query}
          what="customers"
          by="by name or email"
          className="w-full md:w-auto"
        />
      </PageTitle>
      <p className="mb-5 text-ink-2">
        Customers with at least one order, newest first. People who only wrote are in{" "}
        <Link to={href("/admin/messages")} className="text-link">
          Messages
        </Link>
        .
      </p>
      {customers.length === 0 ? (
        <EmptyList title={search.query ? `No customer is called “${search.query}”` : "No customers yet"} />
      ) : (
        <CustomersTable customers={customers} />
      )}
      <ListPager
        label="Pages of customers"
        first={search.after && { label: "First page", to: pathOf({ ...search, after: null }) }}
        next={next && { label: "Next customers", to: pathOf({ ...search, after: next }) }}
      />
    </>
  );
}

export const ErrorBoundary = failedPage("Customers", "Failed to load customers");
