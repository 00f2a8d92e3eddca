import fc from "fast-check";
import { expect, test } from "vitest";
import type { ShopOutcomes } from "#domain/checkout/card-testing.ts";
import { sharedShop } from "#test/shop/fresh-shop.ts";
import { nowOf } from "../../core/shop.ts";
import { findShopOutcomes } from "./queries.ts";

const store = sharedShop();

type Payment = { visitor: string | null; kind: "paid" | "declined" | "held" };

/** The first payment is the newest. */
function expectedOf(payments: Payment[]): ShopOutcomes {
  const newest = payments.filter(({ kind }) => kind !== "held").slice(0, 200);
  const declines = new Map<string, number>();
  newest.forEach(({ visitor, kind }, at) => {
    const who = visitor ?? `forgotten ${at}`;
    if (kind === "declined") declines.set(who, (declines.get(who) ?? 0) + 1);
  });
  const declined = [...declines.values()].reduce((sum, count) => sum + Math.min(3, count), 0);
  const paid = new Set(payments.filter(({ kind }) => kind === "paid").map(({ visitor }) => visitor));
  const unknown = [...declines]
    .filter(([who]) => !paid.has(who))
    .reduce((sum, [, count]) => sum + Math.min(10, count), 0);
  return { declined, total: declined + newest.filter(({ kind }) => kind === "paid").length, unknown };
}

test("[TR-4] for any recent payments and declines, the newest 200 count, with three declines per visitor and ten per first-time visitor", async () => {
  const payment = fc.record({
    visitor: fc.constantFrom("one", "two", "three", null),
    kind: fc.constantFrom("paid" as const, "declined" as const, "held" as const),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(payment, { maxLength: 16 }), fc.nat(200), async (payments, older) => {
      const all = [
        ...payments,
        ...Array.from({ length: older }, () => ({ visitor: null, kind: "paid" as const })),
      ];
      const { db } = store.shop;
      const rows = all.map((each, at) => ({
        id: `ch_${at}`,
        ...each,
        at: new Date(store.clock.now() - at * 1_000),
      }));
      await db.deleteFrom("payment_outcomes").execute();
      if (rows.length > 0) await db.insertInto("payment_outcomes").values(rows).execute();
      expect(await findShopOutcomes(db, nowOf(store.shop))).toEqual(expectedOf(all));
    }),
    { numRuns: 60 },
  );
});
