// Returns: customers request one from two tabs and twice, for a refund or another size, and withdraw it. The owner
// answers from two tabs, and receives and refunds or exchanges units, with forms that are outdated or submitted twice.
import { receivedSoFar } from "#domain/returns/return-receipt.ts";
import { accessTokenHash, orderAccessToken } from "#server/mail/links/order-token.ts";
import { askForReturn, takeReturnBack } from "#server/orders/returns/ask-for-return.ts";
import { approveReturn, closeReturn, declineReturn } from "#server/orders/returns/decide-return.ts";
import { type ReceiveReturn, receiveReturn } from "#server/orders/returns/receive-return.ts";
import { orFailure } from "../world/faulty-database.ts";
import type { World } from "../world/world.ts";
import { armSlowRefund } from "./refunds.ts";
import { arrive, ship, shipSomeOrder } from "./shipments.ts";

export async function returnMoves(world: World): Promise<void> {
  if (world.plan.nets.length === 1) return;
  await world.random.weighted<() => Promise<void>>([
    [5, () => askForSome(world)],
    [5, () => answerSome(world)],
    [7, () => receiveSome(world)],
    [1, () => endSome(world)],
  ])();
}

/** The database draws new item ids each time; a schedule must not depend on their order. */
const BY_PLACE = "i.position, i.product_id, i.variation";

type ShippedUnits = { id: string; item: string; product: string; sent: number; hash: string };

const optionsOf = (world: World, product: string) =>
  world.products.find(({ id }) => id === product)?.options ?? [""];

async function askForSome(world: World): Promise<void> {
  const { random } = world;
  const { rows } = await world.engine.pool.query<ShippedUnits>(
    `select o.id, i.id as item, i.product_id as product, sent.units as sent, c.access_token_hash as hash
      from orders o join order_items i on i.order_id = o.id join checkouts c on c.id = o.checkout_id
        cross join lateral (select count(shipment_id)::integer as units from order_units where order_item_id = i.id) sent
      where sent.units > 0 and o.status in ('paid', 'partially_refunded', 'disputed')
      order by o.id, ${BY_PLACE}`,
  );
  const tokenOf = (id: string) => orderAccessToken(world.process.shop.keys.orderLinks.current, id);
  const linked = rows.filter(({ id, hash }) => accessTokenHash(tokenOf(id)) === hash);
  if (linked.length === 0) return shipSomeOrder(world);
  const { id, item, product, sent } = random.pick(linked);
  const token = tokenOf(id);
  const quantity = 1 + random.below(sent) + (random.chance(0.1) ? 1 : 0);
  const reason = random.pick(["too-small", "faulty", "changed-mind"]);
  const wish = random.chance(0.5) ? "refund" : `for ${random.pick(optionsOf(world, product))}`;
  const typed = { [`quantity-${item}`]: `${quantity}`, [`wanted-${item}`]: wish, reason, note: "" };
  const returnId = world.newId();
  const click = (form: string) =>
    world.scheduler.start("customer asks for a return", async () => {
      const asked = { token, returnId: form, typed, ip: "192.0.2.9" };
      const outcome = await orFailure(() => world.callShop(({ shop }) => askForReturn(shop, asked)));
      if (!outcome) return;
      if (!outcome.ok) return world.count(`return refused: ${outcome.reason}`);
      world.count(outcome.isNew ? "return asked for" : "return requested twice");
      if (wish !== "refund") world.count("exchange asked for");
    });
  await click(returnId);
  if (random.chance(0.4)) await click(random.chance(0.5) ? returnId : world.newId());
}

type OpenReturn = {
  orderId: string;
  request: {
    id: string;
    lines: { itemId: string; quantity: number; received: number; wanted: string | null }[];
  };
};

/** A request in one of these states, as its order's page shows it now. */
async function some(world: World, states: string[]): Promise<OpenReturn | null> {
  const { rows } = await world.engine.pool.query<OpenReturn>(
    `select r.order_id as "orderId", jsonb_build_object('id', r.id, 'lines', jsonb_agg(jsonb_build_object(
        'itemId', l.order_item_id, 'quantity', l.quantity, 'received', (select count(*)::integer from order_units u
          where u.return_id = r.id and u.order_item_id = l.order_item_id), 'wanted', l.wanted) order by ${BY_PLACE})) as request
      from return_requests r join return_lines l on l.return_id = r.id
        join order_items i on i.id = l.order_item_id where r.state = any($1)
      group by r.id order by r.id`,
    [states],
  );
  return rows.length > 0 ? world.random.pick(rows) : null;
}

async function answerSome(world: World): Promise<void> {
  const { random } = world;
  const known = await some(world, random.chance(0.95) ? ["requested"] : ["closed", "declined", "approved"]);
  if (!known) return askForSome(world);
  const asRefund = random.chance(0.1);
  const decided = {
    ...{ orderId: known.orderId, returnId: known.request.id, actor: "owner", answer: "As asked.", asRefund },
  };
  const answer = (decide: typeof approveReturn | typeof declineReturn) =>
    world.scheduler.start("owner answers a return", async () => {
      const result = await orFailure(() => world.callShop(({ shop }) => decide(shop, decided)));
      if (!result) return;
      if (!result.ok) return world.count(`return not answered: ${result.reason}`);
      world.count(decide === approveReturn ? "return approved" : "return declined");
      const isExchange = known.request.lines.some(({ wanted }) => wanted !== null);
      if (decide === approveReturn && isExchange && !asRefund) world.count("exchange approved");
    });
  await answer(random.chance(0.85) ? approveReturn : declineReturn);
  if (random.chance(0.3)) await answer(random.chance(0.5) ? approveReturn : declineReturn);
}

/** Some of the missing units arrive, or units that arrived before are refunded. */
async function receiveSome(world: World): Promise<void> {
  const { random } = world;
  const known = await some(world, random.chance(0.95) ? ["approved", "received"] : ["refunded", "closed"]);
  if (!known) return answerSome(world);
  const { orderId, request } = known;
  const beyond = random.chance(0.05) ? 1 : 0;
  const came = request.lines.map(({ itemId, quantity, received }) => {
    const away = quantity - received;
    return [itemId, random.chance(0.6) ? away + beyond : random.below(away + 1)] as const;
  });
  const ids = request.lines.map(({ itemId }) => itemId);
  const refund: ReceiveReturn["refund"] = {
    refundId: world.newId(),
    amount: random.chance(0.8) ? "parts" : 1 + random.below(3000),
    shipping: 0,
    restock: ids.filter(() => random.chance(0.7)),
  };
  const restock = ids.filter(() => random.chance(0.7));
  // Usually what the customer wants, if anything; sometimes what nobody wants.
  const itemIds = request.lines
    .filter(({ wanted }) => random.chance(wanted === null ? 0.05 : 0.8))
    .map(({ itemId }) => itemId);
  const form: ReceiveReturn = {
    ...{ orderId, returnId: request.id, actor: "owner", came: Object.fromEntries(came) },
    seen: receivedSoFar(request.lines),
    refund: random.chance(0.85) ? refund : null,
    exchange: { itemIds, restock },
  };
  const send = (sent: ReceiveReturn) =>
    world.scheduler.start("owner receives a return", async () => {
      const result = await orFailure(() => world.callShop(({ shop }) => receiveReturn(shop, sent)));
      if (!result) return;
      if (!result.ok) return world.count(`return not received: ${result.reason}`);
      if (result.exchanged > 0) world.count("units exchanged");
      else world.count(result.refund ? "returned units refunded" : "returned units received");
    });
  if (random.chance(0.3)) armSlowRefund(world);
  await send(form);
  const again = random.below(10);
  if (again < 3) await send(form);
  // The same form in another tab.
  if (again > 7) await send({ ...form, refund: { ...refund, refundId: world.newId() } });
  // The exchanged units ship, and the last return arrives again.
  if (random.chance(0.5)) await ship(world, orderId);
  if (random.chance(0.3)) await arrive(world, orderId);
}

async function endSome(world: World): Promise<void> {
  const known = await some(world, ["requested", "approved", "received"]);
  if (!known) return;
  const { orderId, request } = known;
  const token = orderAccessToken(world.process.shop.keys.orderLinks.current, orderId);
  const isCustomer = world.random.chance(0.5);
  await world.scheduler.start(
    isCustomer ? "customer withdraws a return" : "owner closes a return",
    async () => {
      const result = await orFailure<{ ok: boolean }>(() =>
        world.callShop(({ shop }) =>
          isCustomer
            ? takeReturnBack(shop, { token, returnId: request.id })
            : closeReturn(shop, { orderId, returnId: request.id, actor: "owner" }),
        ),
      );
      if (result?.ok) world.count("return closed");
    },
  );
}
