// What must be true when everything has healed and nothing is under way. The provider's books and the mail server's list
// are kept apart from the shop's, so they are what the shop is compared with.
import { checkInvariants } from "#server/reconciliation/invariants.ts";
import type { OpenDatabase } from "./kill-run.ts";
import type { Owner } from "./people/owner.ts";
import type { ProviderBooks } from "./world/provider-process.ts";
import { INITIAL_STOCK, type World } from "./world/world.ts";

export type Rest = {
  payments: number;
  orders: number;
  /** Payments without an order, or whose order does not count as paid. */
  lost: number;
  /** Seconds from a payment to its order, at most; whoever paid while the shop was down waits for it, too. */
  slowestOrder: number;
  /** Payments with more than one order. */
  doubled: number;
  /** Orders that count as paid without a payment, or with another amount. */
  unpaid: number;
  refunds: number;
  /** The owner was told that it is made, and the provider has none. */
  refundsLost: number;
  /** More than one at the provider for one wish of the owner. */
  refundsDoubled: number;
  /** Orders one of whose pieces was swapped. */
  swaps: number;
  /** Orders that were not swapped as the owner was told, or whose difference did not go back once and to the cent. */
  swapsWrong: number;
  /** Orders that name another sum than went back at the provider. */
  sumsWrong: number;
  /** Products whose stock is not initial − sold + restocked + swapped + added, or that are still held. */
  stockWrong: number;
  mails: number;
  mailsMissing: number;
  /** A second mail of one kind about one order, under a Message-ID of its own. */
  mailsDoubled: number;
  /** Taken twice under one Message-ID, after a kill between the mail server's answer and the note of it. */
  mailsTwice: number;
  /** Of I1 to I11, at rest. */
  broken: string[];
};

export type OrderRow = {
  id: string;
  status: string;
  intent: string;
  total: number;
  refunded: number;
  /** Unix seconds; null: never. */
  paidAt: number | null;
  product: string;
  pieces: number;
};

/** A piece that stands for another one of its order. */
export type SwapLine = { orderId: string; product: string; pieces: number };

const PAID = new Set(["paid", "partially_refunded", "refunded", "disputed"]);

export async function lookAtRest(
  { provider, sink, goods }: World,
  owner: Owner,
  { db, pool }: OpenDatabase,
): Promise<Rest> {
  const books = provider.books();
  const { rows: orders } = await pool.query<OrderRow>(
    `select o.id, o.status, o.payment_intent_id as intent, o.total, o.amount_refunded as refunded,
        (select extract(epoch from min(e.created_at))::float from order_events e
          where e.order_id = o.id and e.to_status = 'paid') as "paidAt",
        i.product_id as product, i.quantity as pieces
      from orders o join order_items i on i.order_id = o.id and i.replaces is null`,
  );
  const { rows: swapLines } = await pool.query<SwapLine>(
    `select order_id as "orderId", product_id as product, quantity as pieces from order_items where replaces is not null`,
  );
  const intents = books.payments.filter(({ checkoutId }) => checkoutId !== null);
  const violations = await checkInvariants({ db }, { atRest: true, intents });
  const stock = await Promise.all(
    goods.map(({ productId }, place) =>
      isStockWrong({ pool, orders, swapLines, books, owner, productId, place }),
    ),
  );
  return {
    ...comparePayments(books, orders),
    ...compareRefunds(books, orders, owner),
    ...compareSwaps(books, { orders, swapLines, owner, product: goods[2]?.productId ?? "" }),
    ...compareMails(books, { orders, swapLines, owner, taken: sink.taken }),
    stockWrong: stock.filter(Boolean).length,
    broken: violations.map(
      ({ id, problem, rows }) => `${id}: ${problem} ${JSON.stringify(rows.slice(0, 3))}`,
    ),
  };
}

export function comparePayments({ payments }: ProviderBooks, orders: OrderRow[]) {
  const succeeded = new Map(
    payments.filter(({ status }) => status === "succeeded").map((payment) => [payment.id, payment]),
  );
  const byIntent = Map.groupBy(orders, ({ intent }) => intent);
  const ids = [...succeeded.keys()];
  return {
    payments: succeeded.size,
    orders: orders.filter(({ status }) => PAID.has(status)).length,
    lost: ids.filter((id) => !byIntent.get(id)?.some(({ status }) => PAID.has(status))).length,
    slowestOrder: Math.max(
      0,
      ...orders.map(({ intent, paidAt }) => (paidAt ?? 0) - (succeeded.get(intent)?.succeededAt ?? Infinity)),
    ),
    doubled: ids.filter((id) => (byIntent.get(id)?.length ?? 0) > 1).length,
    unpaid: orders.filter(
      ({ intent, status, total }) => PAID.has(status) && succeeded.get(intent)?.amount !== total,
    ).length,
  };
}

export function compareRefunds(
  { refunds }: ProviderBooks,
  orders: OrderRow[],
  owner: Pick<Owner, "refunds" | "swaps">,
) {
  const byWish = Map.groupBy(refunds, ({ refundId }) => refundId ?? "none of ours");
  const byIntent = Map.groupBy(refunds, ({ intentId }) => intentId);
  const wishes = [...owner.refunds];
  const swapped = new Set(orders.filter(({ id }) => owner.swaps.has(id)).map(({ intent }) => intent));
  const isWanted = (id: string, made: typeof refunds) =>
    owner.refunds.has(id) || made.every(({ intentId }) => swapped.has(intentId));
  return {
    refunds: refunds.length,
    refundsLost: wishes.filter(([id, { told }]) => told === "done" && !byWish.has(id)).length,
    refundsDoubled: [...byWish].filter(([id, made]) => made.length > 1 || !isWanted(id, made)).length,
    sumsWrong: orders.filter(
      ({ intent, refunded }) =>
        (byIntent.get(intent) ?? []).reduce((sum, { amount }) => sum + amount, 0) !== refunded,
    ).length,
  };
}

/** `product`: what the owner swaps for. */
export function compareSwaps(
  { refunds }: ProviderBooks,
  {
    orders,
    swapLines,
    owner,
    product,
  }: { orders: OrderRow[]; swapLines: SwapLine[]; owner: Pick<Owner, "swaps">; product: string },
) {
  const linesOf = Map.groupBy(swapLines, ({ orderId }) => orderId);
  const backOf = Map.groupBy(refunds, ({ intentId }) => intentId);
  const isWrong = ({ id, intent }: OrderRow): boolean => {
    const [lines, wish] = [linesOf.get(id) ?? [], owner.swaps.get(id)];
    if (!wish) return lines.length > 0;
    const back = backOf.get(intent) ?? [];
    if (lines.length === 0) return wish.told === "done" || back.length > 0;
    const isOnePiece = lines.length === 1 && lines[0]?.pieces === 1 && lines[0].product === product;
    const isPaidBack = back.length === 1 && back[0]?.amount === wish.back;
    return wish.told === "refused" || !isOnePiece || !isPaidBack;
  };
  return { swaps: linesOf.size, swapsWrong: orders.filter(isWrong).length };
}

/** The shop's own movements are asked for one thing only: how much of what the owner added to got through. */
async function isStockWrong(asked: {
  pool: OpenDatabase["pool"];
  orders: OrderRow[];
  swapLines: SwapLine[];
  books: ProviderBooks;
  owner: Owner;
  productId: string;
  place: number;
}): Promise<boolean> {
  const { pool, orders, swapLines, books, owner, productId, place } = asked;
  const { rows } = await pool.query<{ onHand: number; held: number; added: number }>(
    `select on_hand as "onHand", held, (select coalesce(sum(quantity), 0)::integer from stock_movements
        where product_id = i.product_id and kind = 'adjustment') as added
      from inventory i where product_id = $1`,
    [productId],
  );
  const [line] = rows;
  if (!line) return true;
  const paid = new Set(books.payments.filter(({ status }) => status === "succeeded").map(({ id }) => id));
  // Nobody releases a hold by hand here, so no order may lack its pieces, flagged or not.
  const sold = orders.filter(({ product, intent }) => product === productId && paid.has(intent));
  const soldIds = new Set(sold.map(({ id }) => id));
  const pieces = (list: { pieces: number }[]) => list.reduce((sum, each) => sum + each.pieces, 0);
  const made = new Set(books.refunds.map(({ refundId }) => refundId));
  const canceled = [...owner.refunds].filter(
    ([id, { isCancel, orderId }]) => isCancel && made.has(id) && soldIds.has(orderId),
  );
  const swappedFor = swapLines.filter(({ product }) => product === productId);
  const swappedAway = swapLines.filter(({ orderId }) => soldIds.has(orderId));
  const goneBySwaps = pieces(swappedFor) - pieces(swappedAway);
  const isAdded = place === 1;
  const least = isAdded ? owner.added.done : 0;
  const most = isAdded ? least + owner.added.unclear : 0;
  return (
    line.held !== 0 ||
    line.added < least ||
    line.added > most ||
    line.onHand !== (INITIAL_STOCK[place] ?? 0) - pieces(sold) - goneBySwaps + canceled.length + line.added
  );
}

export function compareMails(
  { payments, refunds }: ProviderBooks,
  {
    orders,
    swapLines,
    owner,
    taken,
  }: {
    orders: OrderRow[];
    swapLines: SwapLine[];
    owner: Pick<Owner, "refunds">;
    taken: Map<string, number>;
  },
) {
  const ids = [...taken.keys()];
  const about = new Map<string, number>();
  for (const id of ids) {
    // <kind.uuid@host>, and maybe more between the uuid and the host.
    const name = /^<(\w+\.[0-9a-f-]{36})/.exec(id)?.[1] ?? id;
    about.set(name, (about.get(name) ?? 0) + 1);
  }
  const known = new Set(orders.map(({ id }) => id));
  const wanted = [
    ...payments
      .filter(({ status, orderId }) => status === "succeeded" && orderId !== null && known.has(orderId))
      .flatMap(({ orderId }) => [`order_confirmation.${orderId}`, `owner_new_order.${orderId}`]),
    ...refunds.map(({ refundId }) => {
      const wish = owner.refunds.get(refundId ?? "");
      return wish?.isCancel ? `order_canceled.${wish.orderId}` : `order_refunded.${refundId}`;
    }),
    ...swapLines.map(({ orderId }) => `order_changed.${orderId}`),
  ];
  return {
    mails: ids.length,
    mailsMissing: wanted.filter((name) => !about.has(name)).length,
    mailsDoubled: [...about.values()].filter((count) => count > 1).length,
    mailsTwice: [...taken.values()].filter((count) => count > 1).length,
  };
}
