// The SQL of calls to the provider, which are stored before they are made (table payment_operations).
import { sql } from "kysely";
import { nowOf, type Shop } from "../core/shop.ts";
import type { Db, Tx } from "../db/transaction.ts";
import { type CheckoutCall, callKey, checkoutCalls } from "./operation-keys.ts";
import type { CreateSessionParams } from "./payment-provider.ts";

const operationKinds = ["create", "cancel", "refund", "session", "expire"] as const;

export type StoredOperation = {
  id: string;
  kind: (typeof operationKinds)[number];
  /** The shop's name for it; `sentKey` is what the provider gets. */
  key: string;
  keyNumber: number;
  /** The earliest time at which the current key can have reached the provider. */
  keySince: Date;
  createdAt: Date;
  checkoutId: string | null;
  orderId: string | null;
  params: unknown;
  /** Claims by the worker so far, including this one. */
  attempts: number;
};

const columns = sql`
  id, kind, key, key_number as "keyNumber", coalesce(key_since, created_at) as "keySince", created_at as "createdAt",
  checkout_id as "checkoutId", order_id as "orderId", params, attempts`;

/** The idempotency key as the provider gets it: the stored one, then `…:2`, `…:3`. */
export function sentKey({ key, keyNumber }: Pick<StoredOperation, "key" | "keyNumber">): string {
  return keyNumber === 1 ? key : `${key}:${keyNumber}`;
}

/** The caller runs its operation right away; after this time the worker may run it, too. */
const WORKER_AFTER_MS = 60_000;

type NewOperation = Pick<StoredOperation, "id" | "kind" | "key"> & {
  checkoutId?: string;
  orderId?: string;
  params: object;
  now: Date;
};

/** Stores a call before it is made. A call already stored under the key stays as it is. */
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

/** A call of a checkout that is stored with the checkout itself. */
export type NewCall = { id: string; key: string; params: object; nextAt: Date };

export function newCall(
  shop: Pick<Shop, "newId">,
  { checkoutId, params, now }: { checkoutId: string; params: object; now: Date },
): NewCall {
  const nextAt = new Date(now.getTime() + WORKER_AFTER_MS);
  return { id: shop.newId(), key: callKey(checkoutId, "create"), params, nextAt };
}

/** Stores a call of a checkout; returns its key. */
export async function noteCall(
  shop: Pick<Shop, "clock" | "newId">,
  db: Db,
  { checkoutId, call, params }: { checkoutId: string; call: CheckoutCall; params: object },
): Promise<string> {
  const key = callKey(checkoutId, call);
  const kind = checkoutCalls[call];
  await insertOperation(db, { id: shop.newId(), kind, key, checkoutId, params, now: nowOf(shop) });
  return key;
}

export async function loadSessionParams(db: Db, key: string): Promise<CreateSessionParams> {
  return (await loadOperation(db, key)).params as CreateSessionParams;
}

/**
 * needs_human: given up, because only a person can find out the result. False: it had finished before and stays as it
 * is.
 */
export async function finishOperation(
  db: Db,
  key: string,
  result: { state: "done" | "failed" | "needs_human"; resultId?: string; error?: string },
  now: Date,
): Promise<boolean> {
  const finished = await db
    .updateTable("payment_operations")
    .set({
      state: result.state,
      result_id: result.resultId ?? null,
      last_error: result.error ?? null,
      updated_at: now,
    })
    .where("key", "=", key)
    .where("state", "=", "todo")
    .returning("id")
    .executeTakeFirst();
  return finished !== undefined;
}

export async function loadOperation(db: Db, key: string): Promise<StoredOperation> {
  const { rows } = await sql<StoredOperation>`
    select ${columns} from payment_operations where key = ${key}`.execute(db);
  if (!rows[0]) throw new Error(`no operation is stored under ${key}`);
  return rows[0];
}

/**
 * The operation with its next key, even when another process advanced it at the same time. null: it was given up, and
 * nothing may be sent for it anymore.
 */
export async function renewKey(
  db: Db,
  { key, keyNumber }: StoredOperation,
  now: Date,
): Promise<StoredOperation | null> {
  await db
    .updateTable("payment_operations")
    .set({ key_number: keyNumber + 1, key_since: now, updated_at: now })
    .where("key", "=", key)
    .where("key_number", "=", keyNumber)
    .where("state", "!=", "failed")
    .execute();
  const renewed = await loadOperation(db, key);
  return renewed.keyNumber > keyNumber ? renewed : null;
}

/** Locks the operation. False: it has a result, or another key, since it was read. */
export async function isStillUndone(tx: Tx, { key, keyNumber }: StoredOperation): Promise<boolean> {
  const { rows } = await sql`
    select 1 from payment_operations where key = ${key} and key_number = ${keyNumber} and state <> 'done'
    for update`.execute(tx);
  return rows.length > 0;
}

/** Leases due operations: no other process takes them for `leaseSeconds`. */
export async function claimOperations(
  db: Db,
  claim: { limit: number; leaseSeconds: number; now: Date },
): Promise<StoredOperation[]> {
  const { rows } = await sql<StoredOperation>`
    select ${columns} from claim_operations(${operationKinds}::text[], ${claim.limit}, ${claim.now},
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
