import { href, Link } from "react-router";
import type { CustomerSummary } from "#domain/customer/customer.ts";
import { formatMoney } from "#domain/money/money.ts";
import { ShopTime } from "../../page/shop-time.tsx";
import { type Column, DataTable } from "../lists/data-table.tsx";
import { EmailText } from "../lists/email-text.tsx";

const columns: Column<CustomerSummary>[] = [
  {
    label: "Customer",
    cell: ({ id, name, email }) => (
      <Link to={href("/admin/customers/:id", { id })} className="text-link font-semibold wrap-anywhere">
        {name || email}
      </Link>
    ),
  },
  { label: "Email", cell: ({ email }) => <EmailText email={email} /> },
  { label: "Orders", isNumber: true, cell: ({ orders }) => orders },
  { label: "Spent", isNumber: true, cell: ({ spent }) => formatMoney(spent) },
  { label: "Last order", cell: ({ lastAt }) => <ShopTime at={lastAt} /> },
];

/** One row for each email address that bought. */
export function CustomersTable({ customers }: { customers: CustomerSummary[] }) {
  return (
    <div className="admin-card overflow-hidden" data-columns="many">
      <DataTable columns={columns} rows={customers} keyOf={({ id }) => id} caption="Customers" />
    </div>
  );
}
