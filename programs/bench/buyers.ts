// Guests who buy, and the provider that they pay: the payment sandbox in a process of its own, as Stripe is one, so that
// what it works and what it remembers is no part of the shop's figures.
import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { pay, startPurchase, verify } from "#test/processes/guest-checkout.ts";
import { type Provider, startProvider } from "#test/processes/provider-process.ts";
import { ShopProcess, type ShopSettings } from "#test/processes/shop-process.ts";

export const SHOPPERS = 8;
const CARD = "4242424242424242";
const SECRET = "benchmark-benchmark-benchmark-benchmark";

/** A shop that is not started yet, and its provider, which runs until it is stopped. */
export async function besideProvider(
  settings: ShopSettings,
): Promise<{ shop: ShopProcess; provider: Provider }> {
  const publicUrl = `http://127.0.0.1:${settings.port}`;
  const folder = `${settings.dataDir}-provider`;
  mkdirSync(folder, { recursive: true });
  const provider = await startProvider({ folder, publicUrl, shopSecret: SECRET, workingMs: 0 });
  const variables = { SHOP_SECRET: SECRET, SANDBOX_URL: provider.origin, ...settings.variables };
  return { shop: new ShopProcess({ ...settings, variables }), provider };
}

/** Where the shop and its provider are, and what is bought there. */
type Buyer = { shop: string; provider: string; goods: { productId: string; amount: number } };

/** Buys one unit as a guest, `times` times, with so many shoppers at once; returns when all are confirmed. */
export async function buy(
  { shop, provider, goods }: Buyer,
  { times, shoppers = SHOPPERS }: { times: number; shoppers?: number },
): Promise<void> {
  let left = times;
  const shopper = async () => {
    while (left > 0) {
      left -= 1;
      const purchase = { ...goods, key: randomUUID(), orderId: randomUUID() };
      const started = await startPurchase(shop, purchase);
      if ("refused" in started) throw new Error(`a checkout was refused: ${started.refused}`);
      await pay(provider, started, CARD);
      await verify(shop, started);
    }
  };
  await Promise.all(Array.from({ length: shoppers }, shopper));
}
