// The SQL of calls that were written down before they are made (table payment_operations).
import { sql } from "kysely";
import type { Db } from "../db/transaction.ts";
import { nowOf, type Shop } from "../shop.ts";
import { type CheckoutCall, callKey, checkoutCalls } from "./operation-keys.ts";
import type { CreateSessionParams } from "./payment-provider.ts";

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

const columns = sql`
  id, kind, key, key_number as "keyNumber", coalesce(key_since, created_at) as "keySince", created_at as "createdAt",
  checkout_id as "checkoutId", order_id as "orderId", params, attempts`;

/** The idempotency key as the provider gets it: the stored one, then `…:2`, `…:3`. */
export function sentKey({ key, keyNumber }: Pick<StoredOperation, "key" | "keyNumber">): string {
  return keyNumber === 1 ? key : `${key}:${keyNumber}`;
}

/** Whoever writes an operation down runs it at once; from then on the worker may, too. */
const WORKER_AFTER_MS = 60_000;

type NewOperation = {
  id: string;
  kind: OperationKind;
  key: string;
  checkoutId?: string;
  orderId?: string;
  params: object;
  now: Date;
};

/** Writes a call down before it is made; one that is there under the same key stays as it is. */
export async function insertOperation(db: Db, operation: NewOperation): Promise<void> {
  await db
    .insertInto("payment_operations")
    .values({
      id: operation.id,
      kind: operation.kind,
      key: operation.key,
      checkout_id: operation.checkoutId ?? null,
      order_id: operation.orderId ?? null,
      params: JSON.stringify(operation.params),
      next_at: new Date(operation.now.getTime() + WORKER_AFTER_MS),
      created_at: operation.now,
      updated_at: operation.now,
    })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .execute();
}

/** The same for a call of a checkout; answers its key. */
export async function noteCall(
  shop: Pick<Shop, "clock" | "newId">,
  db: Db,
  { checkoutId, call, params }: { checkoutId: string; call: CheckoutCall; params: object },
): Promise<string> {
  const key = callKey(checkoutId, call);
  const operation = {
    id: shop.newId(),
    kind: checkoutCalls[call],
    key,
    checkoutId,
    params,
    now: nowOf(shop),
  };
  await insertOperation(db, operation);
  return key;
}

export async function loadSessionParams(db: Db, key: string): Promise<CreateSessionParams> {
  return (await loadOperation(db, key)).params as CreateSessionParams;
}

/** needs_human: given up, only a person can say what became of it. What is over already stays as it is. */
export async function finishOperation(
  db: Db,
  key: string,
  result: { state: "done" | "failed" | "needs_human"; resultId?: string; error?: string },
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
  const { rows } = await sql<StoredOperation>`
    select ${columns} from payment_operations where key = ${key}`.execute(db);
  if (!rows[0]) throw new Error(`nothing is written down under ${key}`);
  return rows[0];
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
  const { rows } = await sql<StoredOperation>`
    select ${columns} from claim_operations(${claim.kinds}::text[], ${claim.limit}, ${claim.now},
      make_interval(secs => ${claim.leaseSeconds})) order by created_at, id`.execute(db);
  return rows;
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
