// All that the shop knows of one person, as a file to hand over: JSON with everything, or the orders as a table. That it
// was taken is a row of the audit log, without the person.
import { BYTE_ORDER_MARK, csvLine } from "#domain/text/csv.ts";
import { isUuid } from "#domain/text/uuid.ts";
import { nowOf, type Shop } from "../core/shop.ts";
import { inTransaction } from "../db/transaction.ts";
import { insertAudit } from "../settings/audit/queries.ts";
import { type FiledOrder, findCustomerFile, findCustomerRow } from "./queries.ts";

/** More than any customer has; the page shows fewer. */
const FILED_MAX = 10_000;

type ExportRequest = { id: string; format: "json" | "csv"; actor: string };

/** Null: there is no such customer. Money is in cents, times are in UTC. */
export async function exportCustomer(
  shop: Shop,
  { id, format, actor }: ExportRequest,
): Promise<{ text: string; type: string } | null> {
  const customer = isUuid(id) ? await findCustomerRow(shop.db, id, FILED_MAX) : null;
  if (!customer) return null;
  const { orders, messages, ...more } = await findCustomerFile(shop.db, customer.email.toLowerCase());
  const checkouts = more.unfinishedCheckouts.length;
  const after = { format, orders: orders.length, messages: messages.length, checkouts };
  await inTransaction(shop, (tx) =>
    insertAudit(tx, { actor, action: "customer.exported", object: "customer", after }, nowOf(shop)),
  );
  if (format === "csv")
    return { text: [BYTE_ORDER_MARK, HEAD, ...orders.flatMap(rowsOf)].join(""), type: "text/csv" };
  const { name, email, reviews, restock, reminders, isReviewsStopped, isRemindersStopped } = customer;
  const file = {
    name,
    email,
    orders,
    messages,
    reviews,
    restockRequests: restock,
    remindersAskedFor: reminders,
    wantsNoReviewMails: isReviewsStopped,
    wantsNoReminders: isRemindersStopped,
    ...more,
  };
  return { text: `${JSON.stringify(file, null, 2)}\n`, type: "application/json" };
}

const addressParts = [
  "customer_name",
  "customer_email",
  "phone",
  "line1",
  "line2",
  "city",
  "state",
  "postal_code",
  "country",
] as const;

const HEAD = csvLine([
  ...[
    "Order",
    "Placed (UTC)",
    "Status",
    "Shipped",
    "Product",
    "Option",
    "Quantity",
    "Price",
    "Order total",
    "Refunded",
  ],
  ...["Name", "Email", "Phone", "Line 1", "Line 2", "City", "State", "ZIP", "Country"],
]);

const dollars = (cents: number) => (cents / 100).toFixed(2);

/** A row for each line of an order. */
function rowsOf(order: FiledOrder): string[] {
  const { number, at, status, fulfillment, refunded, items, postalAddress } = order;
  const total = order.total + order.paidForChanges;
  const address = addressParts.map((part) => postalAddress[part] ?? "");
  return items.map(({ name, option, quantity, price }) =>
    csvLine([
      ...[`ORD-${String(number).padStart(3, "0")}`, at, status, fulfillment, name, option, quantity],
      ...[dollars(price), dollars(total), dollars(refunded), ...address],
    ]),
  );
}
