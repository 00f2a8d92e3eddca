// What the owner does in the back office, often in two tabs, and behind the shop's back at the provider.
import type { Discount } from "#domain/discount/discount.ts";
import { productFormOf } from "#domain/product/form/product-form-schema.ts";
import { switchDiscount } from "#server/checkout/discounts/save-discount.ts";
import { addNote } from "#server/orders/add-note.ts";
import { cancelOrder } from "#server/orders/changes/cancel-order.ts";
import { cancelPaidOrder } from "#server/orders/changes/cancel-paid-order.ts";
import { refundOrder } from "#server/orders/changes/refund-order.ts";
import { swapUnits } from "#server/orders/changes/swap-units.ts";
import { fulfillOrder } from "#server/orders/shipments/fulfill-order.ts";
import { startSync } from "#server/orders/sync-orders.ts";
import { syncOrder } from "#server/payments/refunds/sync-order.ts";
import { findEditable } from "#server/products/find-editable.ts";
import { setStock } from "#server/products/inventory/set-stock.ts";
import { saveProduct } from "#server/products/save-product.ts";
import { SECRET_KEY } from "../../simulation/shop-parts.ts";
import { Violation } from "../../simulation/world/violation.ts";
import type { World } from "../world.ts";
import type { Known } from "./setting.ts";
import { someWeb } from "./shopper-races.ts";

const actor = "owner@example.com";

/** Throws for a refusal that nothing in these races explains. */
export function mustBeOneOf(what: string, reason: string, reasons: string[]): void {
  if (!reasons.includes(reason)) throw new Violation("C3", `${what} was refused: ${reason}`);
}

const REFUND_REFUSALS = [
  "nothing_left",
  "too_much",
  "refused_by_provider",
  "not_paid",
  "not_found",
  "shipped",
  "too_many_units",
  "too_much_shipping",
  "bad_amount",
];

const SHIPMENT_REFUSALS = [
  "already_done",
  "too_late",
  "not_paid",
  "not_found",
  "nothing_to_send",
  "too_many_units",
];

/** What the form of a refund says. */
export function refundOf(
  world: World,
  { orderId }: Pick<Known, "orderId">,
  refundId: string = world.newId(),
  restock: boolean = true,
) {
  const amount = world.random.chance(0.5) ? ("rest" as const) : 100 + world.random.below(2500);
  return { orderId, amount, reason: "as asked", restock, actor, refundId };
}

/** `refundId`: the same form in another tab. `restocks`: everything comes back. */
export function refund(
  world: World,
  { orderId }: Known,
  refundId: string = world.newId(),
  restocks: boolean = world.random.chance(0.7),
): Promise<void> {
  const request = refundOf(world, { orderId }, refundId, restocks);
  return world.start(
    `refunds ${request.amount}`,
    someWeb(world),
    (shop) => refundOrder(shop, request),
    ({ answer }) => {
      if (!answer.ok) mustBeOneOf("a refund", answer.reason, REFUND_REFUSALS);
    },
  );
}

/** Some units of each line, by what they cost; others may refund the same ones at this moment. */
export async function refundUnits(world: World, { orderId }: Known): Promise<void> {
  const { rows } = await world.harness.monitor.query<{ id: string; quantity: number; sent: number }>(
    `select i.id, i.quantity, (select count(*)::integer from order_units u where u.order_item_id = i.id and u.shipment_id is not null and u.state <> 'replaced') as sent
      from order_items i join orders o on o.id = i.order_id where o.id = $1 order by i.position`,
    [orderId],
  );
  const chosen = rows.map(({ id, quantity, sent }) => ({
    ...{ id, sent: world.random.below(sent + 1), unsent: world.random.below(quantity - sent + 1) },
  }));
  const units = chosen.map(({ id, sent, unsent }) => [id, { sent, unsent }] as const);
  const request = {
    ...{ orderId, reason: "as asked", actor, refundId: world.newId(), amount: "parts" as const },
    parts: { units: Object.fromEntries(units), shipping: world.random.chance(0.3) ? 599 : 0 },
    restock: Object.fromEntries(chosen.map(({ id, sent, unsent }) => [id, sent + unsent])),
  };
  await world.start(
    "refunds units",
    someWeb(world),
    (shop) => refundOrder(shop, request),
    ({ answer }) => {
      if (!answer.ok) mustBeOneOf("a refund of units", answer.reason, REFUND_REFUSALS);
    },
  );
}

/** A refund that the shop learns of afterward. */
export async function refundAtProvider(world: World, { intentId }: Known): Promise<void> {
  const part: Record<string, string> = world.random.chance(0.5) ? { amount: "700" } : {};
  const answer = await world.sandbox.fetch(
    new Request("http://sandbox/v1/refunds", {
      method: "POST",
      headers: { authorization: `Bearer ${SECRET_KEY}`, "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ payment_intent: intentId, ...part }).toString(),
    }),
  );
  world.say(`a refund at the provider's dashboard: ${answer.status}`);
}

const SWAP_REFUSALS = [
  "changed",
  "shipped",
  "over",
  "not_paid",
  "same",
  "costs_more",
  "too_many_units",
  "too_little",
];

/** One unit of some line for another option; others may want the last one, ship, refund or swap at this moment. */
export async function swap(world: World, { orderId }: Known): Promise<void> {
  const { rows } = await world.harness.monitor.query<{ id: string; seen: number }>(
    `select i.id, (select count(*)::integer from order_changes where order_id = $1 and state = 'done') as seen
      from order_items i where i.order_id = $1 order by i.position, i.id`,
    [orderId],
  );
  if (rows.length === 0) return;
  const { id: itemId, seen } = world.random.pick(rows);
  const product = world.random.pick(world.products);
  const to = { productId: product.id, variation: world.random.pick(product.options) };
  const request = { orderId, actor, seen, itemId, quantity: 1, to, isFree: world.random.chance(0.5) };
  await world.start(
    "swaps a unit",
    someWeb(world),
    (shop) => swapUnits(shop, request),
    ({ answer, asked, answered }) => {
      if (answer.ok) return;
      if (answer.reason !== "sold_out") return mustBeOneOf("a swap", answer.reason, SWAP_REFUSALS);
      const at = { ...to, asked, answered };
      world.stock.mustHaveBeen("a swap was refused as sold out", at, ({ onHand, held }) => onHand === held);
    },
  );
}

export const cancel = (world: World, { orderId }: Known) =>
  world.start(
    "cancels an order",
    someWeb(world),
    (shop) => cancelOrder(shop, { orderId, actor }),
    ({ answer }) => {
      if (!answer.ok)
        mustBeOneOf("a cancellation", answer.reason, ["paid", "underway", "unavailable", "not_found"]);
    },
  );

/** Refunds and shipments of the same order may come first. */
export const cancelPaid = (world: World, { orderId }: Known) =>
  world.start(
    "cancels a paid order",
    someWeb(world),
    (shop) => cancelPaidOrder(shop, { orderId, actor, reason: "as asked" }),
    ({ answer }) => {
      if (answer.ok) {
        if (world.owner.shipped.has(orderId))
          throw new Violation("L6", `${orderId} was shipped and canceled`);
        world.owner.shipped.add(orderId);
      } else mustBeOneOf("a cancellation", answer.reason, [...REFUND_REFUSALS, "canceled", "not_refunded"]);
    },
  );

export const sync = (world: World, { orderId }: Known) =>
  world.start(
    "syncs an order",
    someWeb(world),
    (shop) => syncOrder(shop, { orderId }),
    ({ answer }) => {
      if (!answer.ok) mustBeOneOf("a sync", answer.reason, ["not_found"]);
    },
  );

export const syncAll = (world: World) =>
  world.start("syncs all orders", someWeb(world), (shop) => startSync(shop, { actor }));

export const note = (world: World, { orderId }: Known) =>
  world.start(
    "adds a note",
    someWeb(world),
    (shop) => addNote(shop, { orderId, note: `note of moment ${world.moment}`, actor }),
    ({ answer }) => {
      if (answer.ok) world.owner.notes += 1;
      else mustBeOneOf("a note", answer.reason, ["not_found"]);
    },
  );

/** All that is left, or one unit of a line; that no unit leaves twice is a rule of the books. */
export async function ship(world: World, { orderId }: Known): Promise<void> {
  const { rows } = await world.harness.monitor.query<{ id: string }>(
    "select id from order_items where order_id = $1 order by position",
    [orderId],
  );
  const one = rows.length > 0 && world.random.chance(0.5) ? { [world.random.pick(rows).id]: 1 } : undefined;
  const withdraws = one === undefined;
  const step = { to: "shipped", carrier: "UPS", trackingNumber: "1Z", units: one, withdraws } as const;
  await world.start(
    "ships",
    someWeb(world),
    (shop) => fulfillOrder(shop, { orderId, actor, step }),
    ({ answer }) => {
      if (answer.ok) world.owner.shipped.add(orderId);
      else
        mustBeOneOf(
          "a shipment",
          answer.reason,
          withdraws ? SHIPMENT_REFUSALS : [...SHIPMENT_REFUSALS, "waiting"],
        );
    },
  );
}

/** The owner counts what is on the shelf; `was` is what the page showed when the counting began. */
export async function countShelf(world: World): Promise<void> {
  const { random } = world;
  const product = random.pick(world.products);
  const variation = random.pick(product.options);
  const at = { productId: product.id, variation };
  const now = world.stock.between(product.id, variation, world.moment, world.moment).at(-1);
  const was = now?.onHand ?? 0;
  const onHand = random.chance(0.4) ? was + 1 + random.below(3) : random.below(was + 1);
  const change = { variation, was, onHand };
  const what = `${product.id.slice(-3)}${variation}`;
  await world.start(
    `counts ${onHand} of ${what} instead of ${was}`,
    someWeb(world),
    (shop) => setStock(shop, { id: product.id, changes: [change], actor }),
    ({ answer, asked, answered }) => {
      const when = { ...at, asked, answered };
      if (answer.ok) {
        world.stock.mustHaveBeen(
          `${onHand} of ${what} were counted`,
          when,
          (version) => version.onHand === onHand,
        );
        return;
      }
      const message = answer.reason === "refused" ? answer.message : answer.reason;
      const [, overtaken] = /and is (\d+) now/.exec(message) ?? [];
      if (overtaken !== undefined)
        world.stock.mustHaveBeen(`${what} was said to be ${overtaken}`, when, (version) => {
          return version.onHand === Number(overtaken) && version.onHand !== was;
        });
      else
        world.stock.mustHaveBeen(
          `${onHand} of ${what} was refused (${message})`,
          when,
          ({ held }) => held > onHand,
        );
    },
  );
}

export const switchCode = (world: World, { id }: Pick<Discount, "id">) => {
  const isOn = world.random.chance(0.5);
  return world.start(`switches a code ${isOn ? "on" : "off"}`, someWeb(world), (shop) =>
    switchDiscount(shop, { id, isOn, actor }),
  );
};

/** Two editors who opened the same form: only one of them saves. */
export async function saveName(world: World): Promise<void> {
  const product = world.products[0];
  if (!product) return;
  const name = `Product of moment ${world.moment}`;
  await world.start(
    "saves a product",
    someWeb(world),
    async (shop) => {
      const opened = await findEditable(shop, { id: product.id });
      if (!opened) throw new Error("the product is gone");
      const base = productFormOf(opened);
      const fields = { ...base, name, base: JSON.stringify(base) };
      return { opened: opened.name, saved: await saveProduct(shop, { id: product.id, fields, actor }) };
    },
    ({ answer: { opened, saved } }) => {
      if (!saved.ok) {
        mustBeOneOf("a save", saved.reason, ["changed"]);
        return;
      }
      if (world.owner.replacedNames.has(opened))
        throw new Violation("L7", `two editors saved over “${opened}” of ${product.id}`);
      world.owner.replacedNames.add(opened);
    },
  );
}
