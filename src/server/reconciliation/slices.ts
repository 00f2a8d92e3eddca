// The whole of the books, a slice at a time: a share of all ids of orders, checkouts, and products. Which slice is next
// stands in the database, so a restart goes on where it was. With a slice every five minutes all of them pass within a
// day, whatever the shop's size, and none of them holds up a shopper for long.
import { type RawBuilder, sql } from "kysely";
import { findFact, saveFact } from "../db/facts.ts";
import type { Db } from "../db/transaction.ts";
import { nowOf, type Shop } from "../shop.ts";
import type { Scope } from "./invariants.ts";

/** At one every five minutes all of them take 21 hours. Ids are random, so slices are of one size. */
export const SLICES = 256;
export const SLICE_EVERY_MS = 5 * 60_000;

export const PASS_FACT = "books.pass";
/** Of orders and of options; up to here the whole is a matter of seconds. */
const SMALL_SHOP_ROWS_MAX = 50_000;

export type Pass = {
  /** The slice that is due, from 0. */
  next: number;
  /** Slices that could not be checked, in this pass and in the one before. */
  missed: number;
  missedBefore: number;
  /** ISO time when the last pass ended in which every slice was checked. */
  wholeAt: string | null;
};

export async function loadPass(db: Db): Promise<Pass> {
  return readPass(await findFact(db, PASS_FACT));
}

/** From the value of the fact PASS_FACT. */
export function readPass(text: string | null): Pass {
  return text === null ? { next: 0, missed: 0, missedBefore: 0, wholeAt: null } : (JSON.parse(text) as Pass);
}

/**
 * The slice that is due, from 0, and what to do afterwards. One that could not be checked is passed too, or none of the
 * others would ever be looked at; then the pass is not a whole one.
 */
export async function findDueSlice(
  shop: Shop,
): Promise<{ slice: number; settle: (outcome: { isChecked: boolean }) => Promise<void> }> {
  const pass = await loadPass(shop.db);
  const settle = ({ isChecked }: { isChecked: boolean }) => {
    const now = nowOf(shop);
    return saveFact(shop.db, {
      name: PASS_FACT,
      value: JSON.stringify(after(pass, { isChecked, now })),
      now,
    });
  };
  return { slice: pass.next, settle };
}

function after({ next, missed, missedBefore, wholeAt }: Pass, { isChecked, now }: Ended): Pass {
  const missedNow = missed + (isChecked ? 0 : 1);
  if (next + 1 < SLICES) return { next: next + 1, missed: missedNow, missedBefore, wholeAt };
  return {
    next: 0,
    missed: 0,
    missedBefore: missedNow,
    wholeAt: missedNow === 0 ? now.toISOString() : wholeAt,
  };
}

type Ended = { isChecked: boolean; now: Date };

/** Ids whose first byte is the slice's number. */
export function amongSlice(slice: number): Scope {
  const first = (byte: number) => `${byte.toString(16).padStart(2, "0")}000000-0000-0000-0000-000000000000`;
  const among = (id: RawBuilder<unknown>) =>
    slice === SLICES - 1
      ? sql`${id} >= ${first(slice)}::uuid`
      : sql`(${id} >= ${first(slice)}::uuid and ${id} < ${first(slice + 1)}::uuid)`;
  return { orders: among, checkouts: among, products: among };
}

/** Whether all of the books at once would be too much for one statement. It counts no further than it must. */
export async function isLarge(db: Db): Promise<boolean> {
  const { rows } = await sql`
    (select from orders offset ${SMALL_SHOP_ROWS_MAX} limit 1)
    union all (select from inventory offset ${SMALL_SHOP_ROWS_MAX} limit 1)`.execute(db);
  return rows.length > 0;
}
