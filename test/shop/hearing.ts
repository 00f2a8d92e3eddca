import type { Shop } from "#server/core/shop.ts";
import type { PaymentIntent } from "#server/payments/payment-provider.ts";

/** A shop whose provider reports something else about a payment. */
export function hearing(shop: Shop, change: Partial<PaymentIntent>): Shop {
  const { payments } = shop;
  const retrieveIntent: Shop["payments"]["retrieveIntent"] = async (id) => {
    const answer = await payments.retrieveIntent(id);
    return answer.ok ? { ok: true, value: { ...answer.value, ...change } } : answer;
  };
  return { ...shop, payments: { ...payments, retrieveIntent } };
}
