import type { OrderAddress } from "./shipping-address.ts";

/** An order's postal address as it is printed on a shipment, without empty lines. */
export function addressLines(address: Omit<OrderAddress, "customer_email">): string[] {
  const { customer_name, line1, line2, city, state, postal_code, country } = address;
  const countryName = country === "US" ? "United States" : country;
  const lines = [customer_name, line1, line2, `${city}, ${state} ${postal_code}`, countryName];
  return lines.filter((line): line is string => Boolean(line));
}
