// The books against all payments as the provider reports them: checks that need both. Written independently of the
// running shop's comparison (src/server/reconciliation/pairs.ts), so that a mistake there is not repeated here.
import { type RawBuilder, sql } from "kysely";
import { isUuid } from "#domain/text/uuid.ts";
import type { Shop } from "#server/core/shop.ts";
import { isPaid } from "#server/db/order-rows.ts";
import type { PaymentIntent } from "#server/payments/payment-provider.ts";
import { checkInvariants } from "#server/reconciliation/invariants.ts";
import { findBroken, type Rule, type Violation, wasFlagged } from "#server/reconciliation/rules/rule.ts";

type ProviderPayment = Pick<PaymentIntent, "id" | "status" | "amount" | "checkoutId">;

/** Broken rules of the shop's own tables, and of the provider's list. Their rows name the payment as `intent`. */
export async function checkBooks(
  shop: Pick<Shop, "db">,
  { atRest, intents }: { atRest: boolean; intents: readonly ProviderPayment[] },
): Promise<Violation[]> {
  const rules = providerRules(intents).filter((rule) => atRest || !rule.atRest);
  return [...(await checkInvariants(shop, { atRest })), ...(await findBroken(shop, rules))];
}

function providerRules(intents: readonly ProviderPayment[]): Rule[] {
  const facts = intents.map(({ id, status, amount, checkoutId }) => {
    return { id, status, amount, checkout_id: isUuid(checkoutId) ? checkoutId : null };
  });
  return rulesOver(sql`jsonb_to_recordset(${JSON.stringify(facts)}::jsonb)
    as p (id text, status text, amount integer, checkout_id uuid)`);
}

const rulesOver = (provider: RawBuilder<unknown>): Rule[] => [
  {
    id: "I1",
    problem: "an order is paid and the provider says that its payment has not succeeded",
    query: sql`select o.id, o.status, p.id as intent, p.status as said from orders o
      join ${provider} on p.id = o.payment_intent_id where ${isPaid} and p.status <> 'succeeded'`,
  },
  {
    id: "I2",
    problem: "a payment of ours succeeded and has no order, and nobody was told",
    atRest: true,
    query: sql`select p.id as intent, p.amount, p.checkout_id from ${provider}
      where p.status = 'succeeded' and p.checkout_id is not null
        and (select count(*) from orders o where o.payment_intent_id = p.id and ${isPaid}) <> 1
        and not exists (select 1 from checkouts c where c.payment_intent_id = p.id and c.extra_payment_for is not null and c.state = 'completed')
        and not exists (select 1 from payment_alerts a where a.intent_id = p.id)`,
  },
  {
    id: "I3",
    problem: "a checkout has more than one live payment",
    query: sql`select p.checkout_id, array_agg(p.id) as intents from ${provider}
      where p.status <> 'canceled' and p.checkout_id is not null
        and exists (select 1 from checkouts c where c.id = p.checkout_id)
        and not exists (select 1 from payment_alerts a where a.intent_id = p.id)
      group by p.checkout_id having count(*) > 1`,
  },
  {
    id: "I7",
    problem: "an order's total is not the amount of its payment at the provider",
    query: sql`select o.id, o.total, p.amount, p.id as intent from orders o join ${provider} on p.id = o.payment_intent_id
      where p.amount <> o.total and not (${wasFlagged("amount_mismatch")})`,
  },
  {
    id: "I8",
    problem: "stock was released and the provider still has a live payment for it",
    query: sql`select c.id, c.state, p.id as intent, p.status as said from checkouts c
      join ${provider} on p.checkout_id = c.id
      where c.state in ('expired', 'superseded') and p.status <> 'canceled'
        and not exists (select 1 from payment_alerts a where a.intent_id = p.id)`,
  },
];
