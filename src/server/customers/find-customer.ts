import type { Customer } from "#domain/customer/customer.ts";
import { isEmail, readEmail } from "#domain/text/typed/email.ts";
import { isUuid } from "#domain/text/uuid.ts";
import type { Shop } from "../core/shop.ts";
import { findCustomerId, findCustomerRow } from "./queries.ts";

/** The customer of this order, message, checkout or back-in-stock request (any text); null: there is no such one. */
export function findCustomer(shop: Pick<Shop, "db">, { id }: { id: string }): Promise<Customer | null> {
  return isUuid(id) ? findCustomerRow(shop.db, id) : Promise.resolve(null);
}

/** An id that findCustomer takes for the customer with this email (any text); null: the shop knows nothing of them. */
export function findCustomerByEmail(
  shop: Pick<Shop, "db">,
  { email }: { email: string },
): Promise<string | null> {
  const asked = readEmail(email).toLowerCase();
  return isEmail(asked) ? findCustomerId(shop.db, asked) : Promise.resolve(null);
}
