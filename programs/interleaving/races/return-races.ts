// Returns: two people mark units as received at the same time, others refund or exchange the same ones, the owner
// approves an exchange for the last unit while shoppers buy it, and customers withdraw their request.
import { receivedSoFar } from "#domain/returns/return-receipt.ts";
import type { ReturnRequest } from "#domain/returns/return-request.ts";
import { accessTokenHash, orderAccessToken } from "#server/mail/links/order-token.ts";
import { findOrderDetail } from "#server/orders/find-order-detail.ts";
import { askForReturn, takeReturnBack } from "#server/orders/returns/ask-for-return.ts";
import { approveReturn, closeReturn } from "#server/orders/returns/decide-return.ts";
import { receiveReturn } from "#server/orders/returns/receive-return.ts";
import { fulfillOrder } from "#server/orders/shipments/fulfill-order.ts";
import type { World } from "../world.ts";
import { mustBeOneOf } from "./owner-races.ts";
import { allItems, type Known, openOrder } from "./setting.ts";
import { someWeb } from "./shopper-races.ts";

const actor = "owner@example.com";
const answer = "Send it to 1 Links Road";

/** A delivered order with a request for some of its units, each for a refund or another size; null: no stock. */
export type Asked = Known & { returnId: string; token: string };

/** One of everything was delivered, and all of it is requested in one or two returns, some of them approved. */
export async function openReturns(world: World): Promise<Asked[]> {
  const known = await openOrder(world, allItems(world));
  if (!known) return [];
  const { shop } = world.process("web 1");
  const { orderId } = known;
  const step = { to: "shipped", carrier: "UPS", trackingNumber: "1Z" } as const;
  await fulfillOrder(shop, { orderId, actor, step });
  if (world.random.chance(0.6)) await fulfillOrder(shop, { orderId, actor, step: { to: "delivered" } });
  const token = orderAccessToken(shop.keys.orderLinks.current, orderId);
  await shop.pool.query("update checkouts set access_token_hash = $2 where order_id = $1", [
    orderId,
    accessTokenHash(token),
  ]);
  const items = (await findOrderDetail(shop, { id: orderId }))?.items ?? [];
  const half = world.random.chance(0.5) ? items.length : Math.ceil(items.length / 2);
  const asked: Asked[] = [];
  for (const part of [items.slice(0, half), items.slice(half)]) {
    if (part.length === 0) continue;
    const returnId = world.newId();
    const typed = Object.fromEntries(
      part.flatMap(({ id, productId }) => {
        const options = world.products.find((product) => product.id === productId)?.options ?? [];
        const wish = world.random.chance(0.7) ? `for ${world.random.pick(options)}` : "refund";
        return [
          [`quantity-${id}`, "1"],
          [`wanted-${id}`, wish],
        ];
      }),
    );
    const form = { token, returnId, typed: { ...typed, reason: "faulty", note: "" }, ip: "192.0.2.9" };
    const outcome = await askForReturn(shop, form);
    // The last unit of the replacement is already reserved for the first request.
    if (!outcome.ok) continue;
    if (world.random.chance(0.6)) await approveReturn(shop, { orderId, returnId, actor, answer });
    asked.push({ ...known, returnId, token });
  }
  return asked;
}

async function requestOf(world: World, { orderId, returnId }: Asked): Promise<ReturnRequest | null> {
  const { rows } = await world.harness.monitor.query<ReturnRequest>(
    `select r.id, r.state, jsonb_agg(jsonb_build_object('itemId', l.order_item_id, 'quantity', l.quantity,
        'received', (select count(*)::integer from order_units u
          where u.return_id = r.id and u.order_item_id = l.order_item_id), 'wanted', l.wanted) order by l.order_item_id) as lines
      from return_requests r join return_lines l on l.return_id = r.id
      where r.id = $1 and r.order_id = $2 group by r.id`,
    [returnId, orderId],
  );
  return rows[0] ?? null;
}

/** Reserves the replacement, or reports that it is sold out or, in another tab, that someone was faster. */
export function approve(world: World, { orderId, returnId }: Asked): Promise<void> {
  const asRefund = world.random.chance(0.1);
  return world.start(
    "approves a return",
    someWeb(world),
    (shop) => approveReturn(shop, { orderId, returnId, actor, answer, asRefund }),
    ({ answer: result }) => {
      if (!result.ok) mustBeOneOf("an approval", result.reason, ["decided", "sold_out", "units_gone"]);
    },
  );
}

const RECEIPT_REFUSALS = [
  ...["not_open", "changed", "no_units", "sold_out", "units_gone", "not_wanted", "not_paid"],
  ...["nothing_left", "too_much", "too_many_units", "bad_amount", "not_refunded", "refused_by_provider"],
];

/**
 * All or a part of the missing units arrive, and are exchanged or refunded; the form may be outdated when it arrives.
 */
export async function receive(world: World, asked: Asked): Promise<void> {
  const request = await requestOf(world, asked);
  if (!request) return;
  const { random } = world;
  const { orderId, returnId } = asked;
  const ids = request.lines.map(({ itemId }) => itemId);
  const came = request.lines.map((line) => [
    line.itemId,
    random.chance(0.8) ? line.quantity - line.received : 0,
  ]);
  const restock = ids.filter(() => random.chance(0.7));
  const form = {
    ...{ orderId, returnId, actor, came: Object.fromEntries(came), seen: receivedSoFar(request.lines) },
    refund: random.chance(0.9)
      ? ({ refundId: world.newId(), amount: "parts", shipping: 0, restock } as const)
      : null,
    exchange: { itemIds: ids.filter(() => random.chance(0.8)), restock },
  };
  await world.start(
    "receives a return",
    someWeb(world),
    (shop) => receiveReturn(shop, form),
    ({ answer: result }) => {
      if (!result.ok) mustBeOneOf("a receipt", result.reason, RECEIPT_REFUSALS);
    },
  );
}

/** The customer withdraws it, or the owner closes it. */
export const end = (world: World, { orderId, returnId, token }: Asked) =>
  world.random.chance(0.5)
    ? world.start("withdraws a return", someWeb(world), (shop) => takeReturnBack(shop, { token, returnId }))
    : world.start("closes a return", someWeb(world), (shop) =>
        closeReturn(shop, { orderId, returnId, actor }),
      );
