import { pat } from "#test/people.ts";
import { type Attack, type Mode, unless } from "../attack.ts";
import type { AttackedShop } from "../attacked-shop.ts";
import { form } from "../wire.ts";

const DECLINED = "4000000000000002";
const GOOD = "4242424242424242";
const DECLINES_MAX = 5;
/** Without a key of the real provider, live mode can't open a checkout. */
const MODES: Mode[] = ["demo", "public"];

type Product = { id: string; quantity: number; hasOptions: boolean; price: number; salePrice: number | null };
type Started = { clientSecret: string; paymentIntentId: string; orderId: string; status?: string };
type Answered = Started & { error?: { code: string; message: string } };

function post(
  shop: AttackedShop,
  { target, from, sent }: { target: string; from: string; sent: ReturnType<typeof form> },
) {
  const headers: [string, string][] = [
    ["Origin", shop.publicUrl],
    ["X-Forwarded-For", from],
    ...sent.headers,
  ];
  return shop.ask({ method: "POST", target, headers, body: sent.body });
}

async function call<Body>(shop: AttackedShop, from: string, name: string, fields: object) {
  const text = JSON.stringify(fields);
  const headers: [string, string][] = [
    ["Content-Type", "application/json"],
    ["Content-Length", String(Buffer.byteLength(text))],
  ];
  const target = `/functions/v1/${name}`;
  const { status, body } = await post(shop, { target, from, sent: { headers, body: [text] } });
  // A body in chunks stands between lines with their lengths.
  const json = body.slice(body.indexOf("{"), body.lastIndexOf("}") + 1);
  const answered: Body = JSON.parse(json);
  return { status, body: answered };
}

/** The product without options of which there is most. */
async function largestPile(shop: AttackedShop): Promise<Product> {
  const { body } = await shop.ask({ target: "/sitemap.xml" });
  const found = [...body.matchAll(/\/product\/([0-9a-f-]{36})/g)].map(([, id = ""]) => id);
  const ids = [...new Set(found)].slice(0, 12);
  const listed = await call<{ products: Product[] }>(shop, "192.0.2.1", "list-products", { ids });
  const [largest] = listed.body.products
    .filter(({ hasOptions }) => !hasOptions)
    .sort((a, b) => b.quantity - a.quantity);
  if (!largest) throw new Error("The sample catalog has nothing to buy.");
  return largest;
}

type Asked = { from: string; quantity: number };

async function checkOut(shop: AttackedShop, { id, price, salePrice }: Product, { from, quantity }: Asked) {
  type Settings = { settings: { shipping: { flatRateShippingCost: number } } };
  const { settings } = (await call<Settings>(shop, from, "refresh-cart", { items: [] })).body;
  const orderId = crypto.randomUUID();
  return call<Answered>(shop, from, "create-payment-intent", {
    amount: (salePrice ?? price) * quantity + settings.shipping.flatRateShippingCost,
    idempotency_key: `attack-${orderId}`,
    order_id: orderId,
    cart_items: [{ product_id: id, quantity }],
    shipping_details: pat,
  });
}

/** What the card form of the sandbox does; the status of its answer. */
async function confirm(shop: AttackedShop, { clientSecret, paymentIntentId }: Started, card: string) {
  const sent = form({
    key: "pk_test_sandbox",
    client_secret: clientSecret,
    "payment_method_data[type]": "card",
    "payment_method_data[card][number]": card,
    "payment_method_data[card][exp_month]": "12",
    "payment_method_data[card][exp_year]": "2034",
    "payment_method_data[card][cvc]": "123",
    "payment_method_data[billing_details][address][postal_code]": "85001",
  });
  const target = `/sandbox/api/v1/payment_intents/${paymentIntentId}/confirm`;
  return (await post(shop, { target, from: "203.0.113.44", sent })).status;
}

export const checkouts: Attack[] = [
  {
    promise: "TR-3",
    name: "one unpaid checkout does not hold the whole stock, and is told what can be had",
    modes: MODES,
    run: async (shop) => {
      const product = await largestPile(shop);
      const { status, body } = await checkOut(shop, product, {
        from: "203.0.113.41",
        quantity: product.quantity,
      });
      return [
        ...unless(
          status === 409 && body.error?.code === "too_many_at_once",
          `all ${product.quantity}: ${status} ${body.error?.code}`,
        ),
        ...unless(
          /You can order up to \d+ of/.test(body.error?.message ?? ""),
          `told: ${body.error?.message}`,
        ),
        ...unless((await largestPile(shop)).quantity === product.quantity, "pieces are held"),
      ];
    },
  },
  {
    promise: "TR-3",
    name: "many checkouts from one /64 hold no more than one of them, and another shopper still buys",
    modes: ["public"],
    run: async (shop) => {
      const product = await largestPile(shop);
      const statuses: number[] = [];
      for (let host = 1; host <= 6; host += 1) {
        const from = `2001:db8:41:1::${host}`;
        statuses.push((await checkOut(shop, product, { from, quantity: 10 })).status);
      }
      const held = 10 * statuses.filter((status) => status === 200).length;
      const other = await checkOut(shop, product, { from: "2001:db8:41:2::1", quantity: 1 });
      return [
        ...unless(
          held > 0 && held <= Math.max(12, product.quantity / 2),
          `${held} of ${product.quantity} held: ${statuses}`,
        ),
        ...unless(other.status === 200, `the other shopper: ${other.status}`),
      ];
    },
  },
  {
    promise: "TR-4",
    name: "cards that are declined over and over: the sixth is not tried on the same checkout",
    modes: MODES,
    run: async (shop) => {
      const from = "203.0.113.44";
      const { status, body } = await checkOut(shop, await largestPile(shop), { from, quantity: 1 });
      if (status !== 200) return [`the checkout: ${status} ${body.error?.code}`];
      const tries: number[] = [];
      for (let count = 0; count < DECLINES_MAX; count += 1) {
        tries.push(await confirm(shop, body, DECLINED));
        // The checkout page asks after each refusal.
        await call(shop, from, "verify-checkout-session", { order_id: body.orderId });
      }
      const sixth = await confirm(shop, body, DECLINED);
      const good = await confirm(shop, body, GOOD);
      const { body: after } = await call<Started>(shop, from, "verify-checkout-session", {
        order_id: body.orderId,
      });
      return [
        ...unless(
          tries.every((answer) => answer === 402),
          `the first five: ${tries}`,
        ),
        ...unless(sixth === 400 && good === 400, `the sixth: ${sixth}, a good card: ${good}`),
        ...unless(after.status === "declined_out", `told: ${after.status}`),
      ];
    },
  },
];
