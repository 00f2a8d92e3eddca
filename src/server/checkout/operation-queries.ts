// The SQL of calls that were written down before they are made (table payment_operations).
import { type Kysely, sql } from "kysely";
import type { Schema } from "../db/schema.ts";
import type { Tx } from "../db/transaction.ts";
import type { CreateSessionParams } from "../payments/payment-provider.ts";

type Handle = Kysely<Schema> | Tx;

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
  handle: Handle,
  operation: {
    id: string;
    kind: "create" | "cancel" | "session" | "expire";
    key: string;
    checkoutId: string;
    params: object;
    now: Date;
  },
): Promise<void> {
  await handle
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

export async function loadSessionParams(handle: Handle, key: string): Promise<CreateSessionParams> {
  return (await loadParams(handle, key)) as unknown as CreateSessionParams;
}

async function loadParams(handle: Handle, key: string): Promise<unknown> {
  const row = await handle
    .selectFrom("payment_operations")
    .select("params")
    .where("key", "=", key)
    .executeTakeFirstOrThrow();
  return row.params;
}

export async function finishOperation(
  handle: Handle,
  key: string,
  result: { state: "done" | "failed"; resultId?: string; error?: string },
  now: Date,
): Promise<void> {
  await handle
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

export async function loadOperation(handle: Handle, key: string): Promise<StoredOperation> {
  return toOperation(
    await handle
      .selectFrom("payment_operations")
      .selectAll()
      .where("key", "=", key)
      .executeTakeFirstOrThrow(),
  );
}

/** The operation with its next key, also when somebody else took that step at the same time. */
export async function renewKey(
  handle: Handle,
  { key, keyNumber }: StoredOperation,
  now: Date,
): Promise<StoredOperation> {
  await handle
    .updateTable("payment_operations")
    .set({ key_number: keyNumber + 1, key_since: now, updated_at: now })
    .where("key", "=", key)
    .where("key_number", "=", keyNumber)
    .execute();
  return loadOperation(handle, key);
}

/** Takes operations that are due, so that for `leaseSeconds` no other process does. */
export async function claimOperations(
  handle: Handle,
  claim: { kinds: OperationKind[]; limit: number; leaseSeconds: number; now: Date },
): Promise<StoredOperation[]> {
  const { rows } = await sql<Row>`
    select * from claim_operations(${claim.kinds}::text[], ${claim.limit}, ${claim.now},
      make_interval(secs => ${claim.leaseSeconds})) order by created_at, id`.execute(handle);
  return rows.map(toOperation);
}

export async function postponeOperation(
  handle: Handle,
  key: string,
  { error, nextAt, now }: { error: string; nextAt: Date; now: Date },
): Promise<void> {
  await handle
    .updateTable("payment_operations")
    .set({ next_at: nextAt, last_error: error, updated_at: now })
    .where("key", "=", key)
    .where("state", "=", "todo")
    .execute();
}

/** Gives an operation up: only a person can say what became of it. */
export async function leaveToHuman(handle: Handle, key: string, error: string, now: Date): Promise<void> {
  await handle
    .updateTable("payment_operations")
    .set({ state: "needs_human", last_error: error, updated_at: now })
    .where("key", "=", key)
    .where("state", "=", "todo")
    .execute();
}
