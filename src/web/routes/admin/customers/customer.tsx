import { data, href, Link } from "react-router";
import { formatMoney } from "#domain/money/money.ts";
import { findCustomer } from "#server/customers/find-customer.ts";
import { CustomerParts } from "../../../admin/customers/customer-parts.tsx";
import { adminMeta, BackLink, failedPage, PageTitle } from "../../../admin/frame/admin-page.tsx";
import { Download } from "../../../admin/icons.tsx";
import { adminOf } from "../../../middleware/require-admin.ts";
import { ShopTime } from "../../../page/shop-time.tsx";
import { LinkButton } from "../../../ui/form/button.tsx";
import type { Route } from "./+types/customer";

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(matches, "Customer");

export async function loader({ params: { id }, context }: Route.LoaderArgs) {
  const customer = await findCustomer(adminOf(context).shop, { id });
  if (!customer) throw data(null, { status: 404 });
  return { customer };
}

const back = <BackLink to={href("/admin/customers")} label="All customers" />;

export default function CustomerPage({ loaderData: { customer } }: Route.ComponentProps) {
  const { id, name, email, orders, spent, firstAt } = customer;
  const file = href("/admin/customers/:id/export", { id });
  return (
    <>
      {back}
      <PageTitle title={<span className="wrap-anywhere">{name || email}</span>} />
      <p className="mb-6 wrap-anywhere text-ink-2">
        {email}
        {firstAt === null ? (
          ", has not bought yet"
        ) : (
          <>
            , {orders === 1 ? "1 order" : `${orders} orders`}, {formatMoney(spent)} in total less refunds,
            customer since <ShopTime at={firstAt} />
          </>
        )}
      </p>
      <CustomerParts customer={customer} />
      <div className="mt-6 flex flex-wrap items-center gap-x-5 gap-y-2">
        <LinkButton to={`${file}?format=json`} look="secondary" reloadDocument>
          <Download aria-hidden="true" className="size-4" />
          Everything (JSON)
        </LinkButton>
        <LinkButton to={`${file}?format=csv`} look="secondary" reloadDocument>
          <Download aria-hidden="true" className="size-4" />
          Orders (CSV)
        </LinkButton>
        <Link
          to={href("/admin/customers/:id/forget", { id })}
          className="text-link inline-flex min-h-11 items-center"
        >
          Erase personal data
        </Link>
      </div>
    </>
  );
}

export const ErrorBoundary = failedPage("Customer", "Failed to load the customer", back);
