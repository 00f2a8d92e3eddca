// What must hold once everything has recovered and nothing is in progress. The shop is compared with the provider's
// books and the mail server's list, which are stored outside of it.
import { CONNECTIONS_MAX } from "#server/mail/smtp-mailer.ts";
import type { ProviderBooks, ProviderRefund } from "#test/processes/provider-process.ts";
import { checkBooks } from "#test/shop/provider-books.ts";
import type { Owner } from "./owner.ts";
import { INITIAL_STOCK, type World } from "./world.ts";

export type Rest = ReturnType<typeof comparePayments> &
  ReturnType<typeof compareRefunds> &
  ReturnType<typeof compareEmails> & {
    /** Products whose stock is not initial − sold + canceled, or that still have held units. */
    stockWrong: number;
    /** The shop's own rules of the books. */
    broken: string[];
  };

export type OrderRow = {
  id: string;
  status: string;
  intent: string;
  total: number;
  refunded: number;
  product: string;
};

const PAID = new Set(["paid", "partially_refunded", "refunded", "disputed"]);
/** After a kill, emails without a recorded delivery may be sent again: one for each connection. */
const EMAILS_IN_FLIGHT_MAX = CONNECTIONS_MAX;

export async function compareBooks(world: World, owner: Owner): Promise<Rest> {
  const { provider, mailServer, database } = world;
  const books = provider.books();
  const { rows: orders } = await database.pool.query<OrderRow>(
    `select o.id, o.status, o.payment_intent_id as intent, o.total, o.amount_refunded as refunded,
        i.product_id as product
      from orders o join order_items i on i.order_id = o.id`,
  );
  const intents = books.payments.filter(({ checkoutId }) => checkoutId !== null);
  const violations = await checkBooks({ db: database.db }, { atRest: true, intents });
  const taken = mailServer.messages.map(({ messageId }) => messageId);
  return {
    ...comparePayments(books, orders),
    ...compareRefunds(books, orders, owner),
    ...compareEmails(books, { orders, owner, taken }),
    stockWrong: await countWrongStock(world, { books, orders, owner }),
    broken: violations.map(
      ({ id, problem, rows }) => `${id}: ${problem} ${JSON.stringify(rows.slice(0, 3))}`,
    ),
  };
}

/**
 * `lost`: payments without an order that counts as paid. `doubled`: payments with several orders. `unpaid`: orders that
 * count as paid without a payment, or with another amount.
 */
export function comparePayments({ payments }: ProviderBooks, orders: OrderRow[]) {
  const succeeded = new Map(
    payments.filter(({ status }) => status === "succeeded").map(({ id, amount }) => [id, amount]),
  );
  const byIntent = Map.groupBy(orders, ({ intent }) => intent);
  const ids = [...succeeded.keys()];
  return {
    payments: succeeded.size,
    orders: orders.filter(({ status }) => PAID.has(status)).length,
    lost: ids.filter((id) => !byIntent.get(id)?.some(({ status }) => PAID.has(status))).length,
    doubled: ids.filter((id) => (byIntent.get(id)?.length ?? 0) > 1).length,
    unpaid: orders.filter(({ intent, status, total }) => PAID.has(status) && succeeded.get(intent) !== total)
      .length,
  };
}

/**
 * `refundsLost`: orders whose refund the owner saw as made, and the provider has none. `refundsDoubled`: payments with
 * more refunds at the provider than the owner made. `sumsWrong`: orders with a sum other than the provider's refunds.
 */
export function compareRefunds(
  { refunds }: ProviderBooks,
  orders: OrderRow[],
  owner: Pick<Owner, "refunds">,
) {
  const byIntent = Map.groupBy(refunds, ({ intentId }) => intentId);
  const intentOf = new Map(orders.map(({ id, intent }) => [id, intent]));
  const asked = new Map([...owner.refunds].map(([id, { refundId }]) => [intentOf.get(id), refundId]));
  const isAsked = ({ intentId, refundId }: ProviderRefund) => {
    const own = asked.get(intentId);
    // A cancellation's refund has an id of the shop's.
    return own === null || (own !== undefined && own === refundId);
  };
  return {
    refunds: refunds.length,
    refundsLost: [...owner.refunds].filter(
      ([id, { answer }]) => answer === "done" && !byIntent.has(intentOf.get(id) ?? ""),
    ).length,
    refundsDoubled: [...byIntent.values()].filter((made) => made.length > 1 || !made.every(isAsked)).length,
    sumsWrong: orders.filter(
      ({ intent, refunded }) =>
        (byIntent.get(intent) ?? []).reduce((sum, { amount }) => sum + amount, 0) !== refunded,
    ).length,
  };
}

/**
 * `taken`: Message-IDs, `<kind.uuid@host>`, possibly with more between the uuid and the host. `emailsDoubled`: a second
 * email of one kind about one order, under a different Message-ID. `emailsRepeated`: received twice under one.
 */
export function compareEmails(
  { payments, refunds }: ProviderBooks,
  { orders, owner, taken }: { orders: OrderRow[]; owner: Pick<Owner, "refunds">; taken: string[] },
) {
  const ids = new Set(taken);
  const about = Map.groupBy(ids, (id) => /^<(\w+\.[0-9a-f-]{36})/.exec(id)?.[1] ?? id);
  const known = new Set(orders.map(({ id }) => id));
  const orderOf = new Map(orders.map(({ id, intent }) => [intent, id]));
  const wanted = [
    ...payments
      .filter(({ status, orderId }) => status === "succeeded" && orderId !== null && known.has(orderId))
      .flatMap(({ orderId }) => [`order_confirmation.${orderId}`, `owner_new_order.${orderId}`]),
    ...refunds.map(({ intentId, refundId }) => {
      const orderId = orderOf.get(intentId) ?? "";
      return isCanceled(owner, orderId) ? `order_canceled.${orderId}` : `order_refunded.${refundId}`;
    }),
  ];
  return {
    emails: ids.size,
    emailsMissing: wanted.filter((name) => !about.has(name)).length,
    emailsDoubled: [...about.values()].filter((same) => same.length > 1).length,
    emailsRepeated: taken.length - ids.size,
  };
}

function isCanceled(owner: Pick<Owner, "refunds">, orderId: string): boolean {
  return owner.refunds.get(orderId)?.refundId === null;
}

async function countWrongStock(
  { goods, database }: World,
  { books, orders, owner }: { books: ProviderBooks; orders: OrderRow[]; owner: Owner },
): Promise<number> {
  const { rows } = await database.pool.query<{ product: string; onHand: number; held: number }>(
    `select product_id as product, on_hand as "onHand", held from inventory`,
  );
  const paid = new Set(books.payments.filter(({ status }) => status === "succeeded").map(({ id }) => id));
  const refunded = new Set(books.refunds.map(({ intentId }) => intentId));
  return goods.filter(({ productId }, place) => {
    const shelf = rows.find(({ product }) => product === productId);
    const sold = orders.filter(({ product, intent }) => product === productId && paid.has(intent));
    const gone = sold.filter(({ id, intent }) => !(isCanceled(owner, id) && refunded.has(intent))).length;
    return shelf?.held !== 0 || shelf.onHand !== (INITIAL_STOCK[place] ?? 0) - gone;
  }).length;
}

/** A sentence for each figure that is not as it must be. */
export function missedOf(run: {
  kills: number;
  alarms: number;
  rest: Rest;
  doctor: string | null;
}): string[] {
  const { kills, alarms, rest, doctor } = run;
  const repeatedMax = kills * EMAILS_IN_FLIGHT_MAX;
  const zero = [
    ...(["lost", "doubled", "unpaid", "refundsLost", "refundsDoubled", "sumsWrong"] as const),
    ...(["stockWrong", "emailsMissing", "emailsDoubled"] as const),
  ];
  return [
    ...zero.filter((name) => rest[name] !== 0).map((name) => `${name} is ${rest[name]}, not 0`),
    ...(rest.payments > 0 ? [] : ["nobody paid"]),
    ...(rest.refunds > 0 || kills < 6 ? [] : ["nothing was refunded"]),
    ...(alarms === 0 ? [] : [`the shop raised ${alarms} alarms`]),
    ...(rest.emailsRepeated <= repeatedMax ? [] : [`emailsRepeated is ${rest.emailsRepeated}`]),
    ...rest.broken,
    ...(doctor === null ? [] : [doctor]),
  ];
}
