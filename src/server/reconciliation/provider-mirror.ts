// What the provider lists, stored next to the books so that the database can compare both. Reading is repeatable: only
// a later read replaces a row. Payments of other software on the same account are marked and not compared.
import { sql } from "kysely";
import { isUuid } from "#domain/text/uuid.ts";
import { nowOf, type Shop } from "../core/shop.ts";
import { type Db, inTransaction } from "../db/transaction.ts";
import { allPages, listAll } from "../payments/all-pages.ts";
import type {
  Dispute,
  Page,
  PaymentIntent,
  ProviderFailure,
  ProviderRefund,
  ProviderResult,
} from "../payments/payment-provider.ts";
import type { Reading } from "./pairs.ts";

export type Span = { from: Date; to: Date };

type Row = {
  id: string;
  kind: "payment" | "refund" | "dispute";
  intent_id: string | null;
  amount: number;
  currency: string;
  status: string;
  made_at: Date;
  /** It refers to something that only this shop makes. */
  is_ours: boolean;
};

const paymentRow = (intent: PaymentIntent): Row => ({
  ...{
    id: intent.id,
    kind: "payment",
    intent_id: intent.id,
    currency: intent.currency,
    status: intent.status,
  },
  amount: intent.status === "succeeded" ? intent.amountReceived : intent.amount,
  made_at: new Date(intent.createdAt),
  is_ours: isUuid(intent.checkoutId),
});

const refundRow = ({ id, intentId, amount, currency, status, refundId, createdAt }: ProviderRefund): Row => ({
  ...{ id, kind: "refund", intent_id: intentId, amount, currency, status },
  ...{ made_at: new Date(createdAt), is_ours: isUuid(refundId) },
});

const disputeRow = ({ id, intentId, amount, currency, status, createdAt }: Dispute): Row => ({
  ...{ id, kind: "dispute", intent_id: intentId, amount, currency, status },
  ...{ made_at: new Date(createdAt), is_ours: false },
});

type MirrorRead = { account: string; isLive: boolean; readAt: Date };

/** Stores what was read. `isAny`: including payments that have not succeeded. */
async function keep(
  db: Db,
  rows: Row[],
  { read, isAny }: { read: MirrorRead; isAny: boolean },
): Promise<void> {
  await sql`
    with row as (
      select f.*, f.is_ours or exists (select from orders o where o.payment_intent_id = f.intent_id)
          or exists (select from provider_money m where m.id = f.intent_id and m.is_ours) as is_own
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as f (id text, kind text, intent_id text, amount integer,
          currency text, status text, made_at timestamptz, is_ours boolean)
    )
    insert into provider_money as m (id, kind, intent_id, amount, currency, status, is_live, account, is_ours, made_at,
        changed_at, read_at)
      select id, kind, coalesce(intent_id, id), amount, currency, status, ${read.isLive}, ${read.account}, is_own, made_at,
          made_at, ${read.readAt}
        from row where ${isAny} or kind <> 'payment' or status = 'succeeded'
          or exists (select from provider_money k where k.id = row.id)
          or exists (select from orders o where o.payment_intent_id = row.id and o.amount_received > 0)
      on conflict (id) do update set amount = excluded.amount, currency = excluded.currency, status = excluded.status,
          is_live = excluded.is_live, account = excluded.account, is_ours = m.is_ours or excluded.is_ours,
          read_at = excluded.read_at,
          changed_at = case when (m.amount, m.status) is distinct from (excluded.amount, excluded.status)
            then excluded.read_at else m.changed_at end
        where m.read_at <= excluded.read_at`.execute(db);
}

/**
 * Reads everything made at the provider in a period, page by page, and removes what it no longer lists. After a
 * failure, what was read stays: the next run reads it again.
 */
export async function readSpan(
  shop: Shop,
  reading: Reading,
  span: Span,
): Promise<{ ok: true; readAt: Date } | ProviderFailure> {
  const read = { ...reading, readAt: nowOf(shop) };
  const query = { createdSince: span.from.getTime(), createdBefore: span.to.getTime() };
  const readList = async <Item extends { id: string }>(
    page: (after: string | null) => Promise<ProviderResult<Page<Item>>>,
    toRow: (item: Item) => Row,
  ): Promise<ProviderFailure | null> => {
    for await (const listed of allPages(page)) {
      if (!listed.ok) return listed;
      await keep(shop.db, listed.value.items.map(toRow), { read, isAny: false });
    }
    return null;
  };
  const { payments } = shop;
  // Payments first: a refund belongs to the shop if its payment does.
  const failed =
    (await readList((after) => payments.listIntents({ ...query, after }), paymentRow)) ??
    (await readList((after) => payments.listRefunds({ ...query, after }), refundRow)) ??
    (await readList((after) => payments.listDisputes({ ...query, after }), disputeRow));
  if (failed) return failed;
  await sql`delete from provider_money where made_at >= ${span.from} and made_at < ${span.to}
    and is_live = ${read.isLive} and account = ${read.account} and read_at < ${read.readAt}`.execute(shop.db);
  return { ok: true, readAt: read.readAt };
}

/**
 * Reads one payment with its refunds and disputes. `intentId` may be any text; rows of one that the provider doesn't
 * know are removed.
 */
export async function readPayment(
  shop: Shop,
  reading: Reading,
  intentId: string,
): Promise<{ ok: true } | ProviderFailure> {
  const read = { ...reading, readAt: nowOf(shop) };
  const intent = await shop.payments.retrieveIntent(intentId);
  if (!intent.ok && intent.reason !== "not_found") return intent;
  const rows: Row[] = [];
  if (intent.ok) {
    const refunds = await listAll((after) => shop.payments.listRefunds({ intentId, after }));
    const disputes = await listAll((after) => shop.payments.listDisputes({ intentId, after }));
    if (!refunds.ok) return refunds;
    if (!disputes.ok) return disputes;
    rows.push(
      { ...paymentRow(intent.value), is_ours: true },
      ...refunds.value.map((refund) => ({ ...refundRow(refund), intent_id: intentId })),
      ...disputes.value.map((dispute) => ({ ...disputeRow(dispute), intent_id: intentId })),
    );
  }
  await inTransaction(shop, async (tx) => {
    if (rows.length > 0) await keep(tx, rows, { read, isAny: true });
    const ids = rows.map(({ id }) => id);
    await sql`delete from provider_money where intent_id = ${intentId} and is_live = ${read.isLive}
      and id <> all(${ids}::text[]) and read_at <= ${read.readAt}`.execute(tx);
  });
  return { ok: true };
}
