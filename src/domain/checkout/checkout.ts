// The contract between the checkout page and the server: what the browser may send and what it gets back. The
// browser names products, options, quantities, the postal address and the total that it showed. It never names
// a price; the total is only compared, so that no shopper pays an amount they have not seen.
import * as z from "zod/mini";
import { CART_LINES_MAX, LINE_QUANTITY_MAX } from "../cart/cart.ts";
import { normalCode } from "../discount/discount.ts";
import { type Cents, CHARGE_MAX, CURRENCY } from "../money/money.ts";
import {
  parseShippingInfo,
  type ShippingErrors,
  type ShippingInfo,
} from "../postal-address/shipping-address.ts";
import { UUID } from "../text/uuid.ts";
import type { Totals } from "./pricing.ts";

/** How long stock is held for a shopper who is paying. */
export const HOLD_MINUTES = 15;

/** The variant of a product by its id, where the browser knows it, and else by its name. */
export type CheckoutItem = {
  productId: string;
  variantId?: string;
  variation: string;
  quantity: number;
};

export type CheckoutRequest = {
  idempotencyKey: string;
  /** The order's id if the browser has made one; otherwise the server does. */
  orderId: string | null;
  items: CheckoutItem[];
  shipping: ShippingInfo;
  /** The total that the shopper saw, in cents. */
  amountSeen: Cents;
  /** A checkout of the same shopper that this one replaces. */
  supersedes: string | null;
  /** A wallet pays: the postal address comes from it, and it gives the provider the address directly. */
  byWallet?: true;
  /** It is paid on the provider's own page. */
  isHosted?: true;
  /** The code of a discount, in capitals. */
  discountCode?: string | null;
  /** Whether they want one email if they leave; left out: they were not asked. */
  remind?: boolean;
};

/** Answer of create-payment-intent. Amounts in cents, expiresAt an ISO time. */
export type CheckoutStarted = {
  clientSecret: string;
  paymentIntentId: string;
  orderId: string;
  totals: Totals;
  expiresAt: string;
  /** False: what it asks for is held when Pay is pressed. */
  isHeld: boolean;
};

/** A line as the database has it now, sent along when a checkout is refused. */
export type CheckoutLineNow = {
  productId: string;
  selectedOption: string | null;
  name: string;
  unitPrice: Cents;
  quantity: number;
  available: number;
};

const uuid = z.string().check(z.regex(UUID));

const requestSchema = z.object({
  amount: z.int().check(z.minimum(0), z.maximum(CHARGE_MAX)),
  currency: z.optional(z.literal(CURRENCY)),
  customer_email: z.optional(z.string().check(z.maxLength(320))),
  customer_name: z.optional(z.string().check(z.maxLength(320))),
  idempotency_key: z.string().check(z.minLength(8), z.maxLength(200), z.regex(/^[\x21-\x7e]+$/)),
  metadata: z.optional(z.record(z.string(), z.unknown())),
  order_id: z.optional(z.nullable(uuid)),
  supersedes: z.optional(z.nullable(uuid)),
  discount_code: z.optional(z.nullable(z.string().check(z.maxLength(100)))),
  cart_items: z
    .array(
      z.object({
        product_id: uuid,
        quantity: z.int().check(z.minimum(1), z.maximum(LINE_QUANTITY_MAX)),
        selectedOption: z.optional(z.nullable(z.string().check(z.maxLength(100)))),
        variant_id: z.optional(z.nullable(uuid)),
      }),
    )
    .check(z.minLength(1), z.maxLength(CART_LINES_MAX)),
  shipping_details: z.record(z.string(), z.unknown()),
  by_wallet: z.optional(z.boolean()),
  remind: z.optional(z.boolean()),
});

type CheckoutParse =
  | { ok: true; value: CheckoutRequest }
  | { ok: false; reason: "malformed"; fields: string[] }
  | { ok: false; reason: "invalid_shipping"; errors: ShippingErrors };

/** Unknown body → a request to check out, or what is wrong with it (fields as dotted paths). */
export function parseCheckoutRequest(body: unknown): CheckoutParse {
  const { data, error } = requestSchema.safeParse(body);
  if (error) {
    const fields = error.issues.map((issue) => issue.path.join("."));
    return { ok: false, reason: "malformed", fields };
  }
  const shipping = parseShippingInfo(data.shipping_details);
  if (!shipping.ok) return { ok: false, reason: "invalid_shipping", errors: shipping.errors };
  const items = joinItems(data.cart_items);
  if (items.some((item) => item.quantity > LINE_QUANTITY_MAX)) {
    return { ok: false, reason: "malformed", fields: ["cart_items.quantity"] };
  }
  return {
    ok: true,
    value: {
      idempotencyKey: data.idempotency_key,
      orderId: data.order_id?.toLowerCase() ?? null,
      items,
      shipping: shipping.value,
      amountSeen: data.amount,
      supersedes: data.supersedes?.toLowerCase() ?? null,
      ...(data.by_wallet ? { byWallet: true } : {}),
      ...(data.remind === undefined ? {} : { remind: data.remind }),
      // A text that can't be a code is still looked up, so that the shopper hears of it.
      discountCode: data.discount_code ? normalCode(data.discount_code) || "?" : null,
    },
  };
}

type SentItem = z.infer<typeof requestSchema>["cart_items"][number];

/** Joins lines of the same variant where the first of them is. */
function joinItems(sent: SentItem[]): CheckoutItem[] {
  const joined = new Map<string, CheckoutItem>();
  for (const item of sent) {
    const productId = item.product_id.toLowerCase();
    const variation = item.selectedOption ?? "";
    const variantId = item.variant_id?.toLowerCase();
    const key = `${productId}|${variation}|${variantId ?? ""}`;
    const quantity = (joined.get(key)?.quantity ?? 0) + item.quantity;
    joined.set(key, { productId, ...(variantId && { variantId }), variation, quantity });
  }
  return [...joined.values()];
}
