// What happens to payments without the shop's knowledge: refunds from the provider's dashboard, disputes and their
// outcomes, amounts changed with the secret key, and holds released with access to the database.
import { SECRET_KEY } from "../shop-parts.ts";
import type { World } from "../world/world.ts";
import { payForm } from "./paying.ts";
import { armSlowRefund, refundSomeOrder } from "./refunds.ts";

export async function dashboardMoves(world: World): Promise<void> {
  const { random } = world;
  await random.weighted<() => Promise<void> | void>([
    [3, () => refundAtProvider(world)],
    [3, () => openDispute(world)],
    [4, () => closeDispute(world)],
    [1, () => changeAmountAtProvider(world)],
    [1.5, () => releaseByHand(world)],
  ])();
}

function succeeded(world: World) {
  return world.sandbox.controls.payments().filter(({ status }) => status === "succeeded");
}

/** Refunds part of a payment, or all that is left, without the shop knowing. */
export async function refundAtProvider(world: World): Promise<void> {
  const { random } = world;
  const paid = succeeded(world);
  if (paid.length === 0) return;
  const { id, amount } = random.pick(paid);
  if (random.chance(0.3)) armSlowRefund(world);
  const part: Record<string, string> = random.chance(0.5) ? { amount: String(1 + random.below(amount)) } : {};
  const isMade = await post(world, "/v1/refunds", { payment_intent: id, ...part });
  world.say(`someone refunds ${id.slice(-6)} at the provider: ${isMade ? "made" : "refused"}`);
  if (!isMade) return;
  world.count("refund at provider");
  // The owner does not know about it and also makes a refund.
  if (random.chance(0.6)) await refundSomeOrder(world);
}

export function openDispute(world: World): void {
  const { random } = world;
  const paid = succeeded(world).filter(({ id }) => world.sandbox.controls.disputes(id).length === 0);
  if (paid.length === 0) return;
  const { id } = random.pick(paid);
  const reason = random.weighted([
    [3, "fraudulent"],
    [1, "inquiry"],
  ]);
  world.isDirty = true;
  world.sandbox.controls.openDispute(id, reason);
  world.say(`${id.slice(-6)} is disputed: ${reason}`);
  world.count("dispute opened");
}

export function closeDispute(world: World): void {
  const { random } = world;
  const open = world.sandbox.controls
    .disputes()
    .filter(({ status }) => /needs_response|under_review/.test(status));
  if (open.length === 0) return;
  const { id, status } = random.pick(open);
  const isInquiry = status.startsWith("warning_");
  const outcome = isInquiry ? "warning_closed" : random.pick(["won", "lost"] as const);
  world.isDirty = true;
  world.sandbox.controls.closeDispute(id, outcome);
  world.say(`dispute ${id.slice(-6)}: ${outcome}`);
  world.count(isInquiry ? "inquiry closed" : `dispute ${outcome}`);
}

/** Someone with the secret key changes an open payment's amount: once it is paid, it must be flagged. */
async function changeAmountAtProvider(world: World): Promise<void> {
  const open = world.sandbox.controls.payments().filter(({ status }) => status === "requires_payment_method");
  if (open.length === 0) return;
  const intent = world.random.pick(open);
  world.isDirty = true;
  await post(world, `/v1/payment_intents/${intent.id}`, { amount: String(intent.amount + 100) });
  world.tampered.set(intent.id, world.tampered.get(intent.id) ?? intent.amount);
  world.say(`someone changes the amount of ${intent.id.slice(-6)}`);
  world.count("amount changed at the provider");
}

/**
 * Someone releases a hold by hand although the payment can still succeed, and its units sell right away. If the payment
 * succeeds after that, there is no stock. It still makes an order, which is flagged for the owner.
 */
export async function releaseByHand(world: World): Promise<void> {
  const { random } = world;
  const { pool } = world.engine;
  const shopper = world.shoppers.find(({ form, told, gone }) => form && !told && !gone);
  if (!shopper?.form) return;
  const { orderId, intentId } = shopper.form;
  const { rows } = await pool.query<{ id: string }>(
    "select id from checkouts where order_id = $1 and hold_active and payment_intent_id = $2",
    [orderId, intentId],
  );
  const id = rows[0]?.id;
  if (!id) return;
  world.isDirty = true;
  world.releasedByHand.add(id);
  await pool.query("select release_checkout_stock($1)", [id]);
  await pool.query(
    `select set_on_hand(i.product_id, i.variation, i.held, i.position, 'owner', $2)
      from inventory i join checkout_items l on l.variant_id = i.id
      where l.checkout_id = $1 order by i.product_id, i.variation`,
    [id, new Date(world.now)],
  );
  world.say(`someone releases the hold of ${orderId.slice(-6)} by hand`);
  if (random.chance(0.7) && payForm(world, shopper, intentId, "4242424242424242"))
    world.count("late success without stock");
}

/** A call with the shop's key that the shop did not make. True if the provider accepted it. */
async function post(world: World, path: string, fields: Record<string, string>): Promise<boolean> {
  world.isDirty = true;
  const faults = world.sandbox.controls.faults();
  const isStruck = faults.some(({ fault }) => /^(drop_|server_error|rate_limited|slow)/.test(fault.kind));
  if (isStruck) return false;
  const answer = await world.sandbox.fetch(
    new Request(`http://localhost${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${SECRET_KEY}` },
      body: new URLSearchParams(fields),
    }),
  );
  return answer.ok;
}
