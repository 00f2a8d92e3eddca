import type { OrderAddress } from "./shipping-address.ts";

/** An order's address as it stands on a parcel, line by line, without empty ones. */
export function addressLines(address: OrderAddress): string[] {
  const { customer_name, line1, line2, city, state, postal_code, country } = address;
  const lines = [customer_name, line1, line2, `${city}, ${state} ${postal_code}`, countryName(country)];
  return lines.filter((line): line is string => Boolean(line));
}

/** The one country that is shipped to, by its name; whatever else an order may say stays as it is. */
function countryName(country: string): string {
  return country === "US" ? "United States" : country;
}
