import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Outcomes } from "#domain/checkout/brake.ts";
import { createTestShop, type TestShop } from "#test/shop/shop.ts";

let store: TestShop;
beforeAll(async () => {
  store = await createTestShop();
});
afterAll(() => store.close());

type Payment = { client: string | null; declined: boolean };
type Limits = { readMax: number; perClient: number; max: number };

/** The first payment is the newest. */
function expectedOf(payments: Payment[], { readMax, perClient, max }: Limits): Outcomes {
  const declines = new Map<string, number>();
  const counted = payments.slice(0, readMax).filter(({ client, declined }, at) => {
    if (!declined) return true;
    const nth = (declines.get(client ?? `forgotten ${at}`) ?? 0) + 1;
    declines.set(client ?? `forgotten ${at}`, nth);
    return nth <= perClient;
  });
  const newest = counted.slice(0, max);
  return { total: newest.length, declined: newest.filter(({ declined }) => declined).length };
}

async function outcomesOf(payments: Payment[], { readMax, perClient, max }: Limits): Promise<Outcomes> {
  const { db } = store.shop;
  const now = store.clock.now();
  const rows = payments.map((payment, at) => ({
    id: `ch_${at}`,
    ...payment,
    at: new Date(now - at * 1_000),
  }));
  await db.deleteFrom("payment_outcomes").execute();
  if (rows.length > 0) await db.insertInto("payment_outcomes").values(rows).execute();
  const { rows: found } = await sql<{ outcomes: Outcomes }>`
    select recent_outcomes(null, ${new Date(now - 60_000)}, ${readMax}, ${perClient}, ${max}) as outcomes`.execute(
    db,
  );
  return found[0]?.outcomes as Outcomes;
}

test("[TR-4] whatever was paid and declined lately, a client's declines count up to their limit, the newest first", async () => {
  const payment = fc.record({
    client: fc.constantFrom("one", "two", "three", null),
    declined: fc.boolean(),
  });
  const limits = fc
    .record({ more: fc.nat(6), perClient: fc.nat(3), max: fc.integer({ min: 1, max: 8 }) })
    .map(({ more, perClient, max }) => ({ readMax: max + more, perClient, max }));
  await fc.assert(
    fc.asyncProperty(fc.array(payment, { maxLength: 16 }), limits, async (payments, limit) => {
      expect(await outcomesOf(payments, limit)).toEqual(expectedOf(payments, limit));
    }),
    { numRuns: 100 },
  );
});
