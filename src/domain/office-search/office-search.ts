// The back office's one search: what was typed, and what it found of each kind.
import type { Cents } from "../money/money.ts";
import type { OrderStatus } from "../order/order.ts";
import type { ProductStatus } from "../product/product-fields.ts";
import { plainText } from "../text/typed/plain-text.ts";

const QUERY_LENGTH_MAX = 100;
/** Shorter words are looked for nowhere: they would find nearly everything. */
export const SEARCH_WORD_MIN = 3;
/** Of each kind; the lists of orders and products show all. */
export const FOUND_MAX = 8;

export type FoundOrder = {
  id: string;
  number: number;
  customerName: string;
  status: OrderStatus;
  total: Cents;
  /** ISO time. */
  at: string;
  /** The tracking number that was typed, of one of its shipments; null when it was found by something else. */
  tracking: string | null;
};
export type FoundProduct = { id: string; name: string; status: ProductStatus };
/** `id`: of an order of theirs, or of a message of a person who only wrote: no address of a page has an email. */
export type FoundCustomer = { id: string; name: string; email: string };

/** At most FOUND_MAX of each kind. Orders and customers are the newest ones, and those who bought come before those who wrote. */
export type OfficeFinds = { orders: FoundOrder[]; products: FoundProduct[]; customers: FoundCustomer[] };

export function parseOfficeQuery(params: URLSearchParams): string {
  return plainText(params.get("q"), QUERY_LENGTH_MAX);
}

/** Words that are long enough to be looked for in names and emails, in small letters; none when one is all there is. */
export function searchableWords(query: string): string[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 6);
  return words.some((word) => word.length >= SEARCH_WORD_MIN) ? words : [];
}

/** What a shipment is found by: letters and digits alone; "" when they are too few to mean one. */
export function trackingKey(query: string): string {
  const key = query.replace(/[^A-Za-z0-9]/g, "").toUpperCase();
  return key.length >= TRACKING_MIN ? key : "";
}

const TRACKING_MIN = 5;

/** The digits of a phone number without the country's, or its last seven or more; "" for what is no phone number. */
export function phoneKey(query: string): string {
  if (!/^\+?[\d\s().-]+$/.test(query)) return "";
  const digits = query.replace(/\D/g, "").replace(/^1(?=\d{10}$)/, "");
  return digits.length >= PHONE_MIN && digits.length <= PHONE_MAX ? digits : "";
}

const PHONE_MIN = 7;
const PHONE_MAX = 10;
