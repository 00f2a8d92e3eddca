// The SQL of calls that were written down before they are made (table payment_operations).
import { sql } from "kysely";
import type { Db } from "../db/transaction.ts";
import type { CreateSessionParams } from "../payments/payment-provider.ts";

export type OperationKind = "create" | "cancel" | "refund" | "session" | "expire";

export type StoredOperation = {
  id: string;
  kind: OperationKind;
  /** The name under which the shop knows it; see `sentKey` for what the provider gets. */
  key: string;
  keyNumber: number;
  /** Since when the provider may know the current key. */
  keySince: Date;
  createdAt: Date;
  checkoutId: string | null;
  orderId: string | null;
  params: unknown;
  /** Claims by the worker so far, this one included. */
  attempts: number;
};

type Row = {
  id: string;
  kind: string;
  key: string;
  key_number: number;
  key_since: Date | null;
  created_at: Date;
  checkout_id: string | null;
  order_id: string | null;
  params: unknown;
  attempts: number;
};

function toOperation(row: Row): StoredOperation {
  return {
    id: row.id,
    kind: row.kind as OperationKind,
    key: row.key,
    keyNumber: row.key_number,
    keySince: row.key_since ?? row.created_at,
    createdAt: row.created_at,
    checkoutId: row.checkout_id,
    orderId: row.order_id,
    params: row.params,
    attempts: row.attempts,
  };
}

/** The idempotency key as the provider gets it: the stored one, then `…:2`, `…:3`. */
export function sentKey({ key, keyNumber }: Pick<StoredOperation, "key" | "keyNumber">): string {
  return keyNumber === 1 ? key : `${key}:${keyNumber}`;
}

/** Whoever writes an operation down runs it at once; from then on the worker may, too. */
const WORKER_AFTER_MS = 60_000;

export async function insertOperation(
  db: Db,
  operation: {
    id: string;
    kind: "create" | "cancel" | "session" | "expire";
    key: string;
    checkoutId: string;
    params: object;
    now: Date;
  },
): Promise<void> {
  await db
    .insertInto("payment_operations")
    .values({
      id: operation.id,
      kind: operation.kind,
      key: operation.key,
      checkout_id: operation.checkoutId,
      params: JSON.stringify(operation.params),
      next_at: new Date(operation.now.getTime() + WORKER_AFTER_MS),
      created_at: operation.now,
      updated_at: operation.now,
    })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .execute();
}

export async function loadSessionParams(db: Db, key: string): Promise<CreateSessionParams> {
  return (await loadParams(db, key)) as unknown as CreateSessionParams;
}

async function loadParams(db: Db, key: string): Promise<unknown> {
  const row = await db
    .selectFrom("payment_operations")
    .select("params")
    .where("key", "=", key)
    .executeTakeFirstOrThrow();
  return row.params;
}

export async function finishOperation(
  db: Db,
  key: string,
  result: { state: "done" | "failed"; resultId?: string; error?: string },
  now: Date,
): Promise<void> {
  await db
    .updateTable("payment_operations")
    .set({
      state: result.state,
      result_id: result.resultId ?? null,
      last_error: result.error ?? null,
      updated_at: now,
    })
    .where("key", "=", key)
    .where("state", "=", "todo")
    .execute();
}

export async function loadOperation(db: Db, key: string): Promise<StoredOperation> {
  return toOperation(
    await db.selectFrom("payment_operations").selectAll().where("key", "=", key).executeTakeFirstOrThrow(),
  );
}

/** The operation with its next key, also when somebody else took that step at the same time. */
export async function renewKey(
  db: Db,
  { key, keyNumber }: StoredOperation,
  now: Date,
): Promise<StoredOperation> {
  await db
    .updateTable("payment_operations")
    .set({ key_number: keyNumber + 1, key_since: now, updated_at: now })
    .where("key", "=", key)
    .where("key_number", "=", keyNumber)
    .execute();
  return loadOperation(db, key);
}

/** Takes operations that are due, so that for `leaseSeconds` no other process does. */
export async function claimOperations(
  db: Db,
  claim: { kinds: OperationKind[]; limit: number; leaseSeconds: number; now: Date },
): Promise<StoredOperation[]> {
  const { rows } = await sql<Row>`
    select * from claim_operations(${claim.kinds}::text[], ${claim.limit}, ${claim.now},
      make_interval(secs => ${claim.leaseSeconds})) order by created_at, id`.execute(db);
  return rows.map(toOperation);
}

export async function postponeOperation(
  db: Db,
  key: string,
  { error, nextAt, now }: { error: string; nextAt: Date; now: Date },
): Promise<void> {
  await db
    .updateTable("payment_operations")
    .set({ next_at: nextAt, last_error: error, updated_at: now })
    .where("key", "=", key)
    .where("state", "=", "todo")
    .execute();
}

/** Gives an operation up: only a person can say what became of it. */
export async function leaveToHuman(db: Db, key: string, error: string, now: Date): Promise<void> {
  await db
    .updateTable("payment_operations")
    .set({ state: "needs_human", last_error: error, updated_at: now })
    .where("key", "=", key)
    .where("state", "=", "todo")
    .execute();
}
