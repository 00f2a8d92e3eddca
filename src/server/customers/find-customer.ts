import type { Customer } from "#domain/customer/customer.ts";
import { isUuid } from "#domain/text/uuid.ts";
import type { Shop } from "../shop.ts";
import { findCustomerRow } from "./queries.ts";

/** The customer of this order or message (any text); null: there is no such one. */
export function findCustomer(shop: Pick<Shop, "db">, { id }: { id: string }): Promise<Customer | null> {
  return isUuid(id) ? findCustomerRow(shop.db, id) : Promise.resolve(null);
}
