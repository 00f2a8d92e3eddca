// One good body for each of the shop's functions, to be spoiled.
import type { FunctionPath } from "#server/http/functions/function-routes.ts";
import { pat } from "#test/sales/people.ts";
import type { Random } from "../simulation/random.ts";

export type Known = { products: { id: string; price: number }[]; orders: string[] };

const uuid = (random: Random) => {
  const hex = () =>
    random
      .below(2 ** 32)
      .toString(16)
      .padStart(8, "0");
  const [a, b, c, d] = [hex(), hex(), hex(), hex()];
  return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-8${c.slice(0, 3)}-${c.slice(4)}${d}`;
};

export function checkoutBody(random: Random, { products }: Known) {
  const product = random.pick(products);
  const quantity = 1 + random.below(2);
  return {
    amount: product.price * quantity + 599,
    currency: "usd",
    idempotency_key: `fuzz-${uuid(random)}`,
    order_id: uuid(random),
    cart_items: [{ product_id: product.id, quantity, selectedOption: null }],
    shipping_details: pat,
  };
}

export const functionExamples: Record<FunctionPath, (random: Random, known: Known) => unknown> = {
  "/create-payment-intent": checkoutBody,
  "/create-checkout-session": checkoutBody,
  "/verify-checkout-session": (random, { orders }) => ({
    order_id: orders[0] ?? uuid(random),
    payment_intent_id: random.pick(["pi_1", "pi_00000000000000000000000000"]),
    session_id: null,
    sync_only: random.chance(0.5),
  }),
  "/send-order-confirmation": (random, { orders }) => ({ orderId: orders[0] ?? uuid(random) }),
  "/extend-hold": (random, { orders }) => ({ order_id: orders[0] ?? uuid(random) }),
  "/hold-at-pay": (random, { orders }) => ({ order_id: orders[0] ?? uuid(random) }),
  "/refresh-cart": (random, { products }) => ({
    items: [{ product_id: random.pick(products).id, selectedOption: null }],
  }),
  "/list-products": (random, { products }) => ({ ids: [random.pick(products).id] }),
  "/find-product": (random, { products }) => ({ id: random.pick(products).id }),
  "/whoami": () => ({}),
  "/zip-places/:prefix": () => ({}),
};
