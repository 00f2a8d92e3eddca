// A task of the worker: what is wanted in exchange is kept aside for some weeks after the approval (KEPT_ASIDE_DAYS), as its
// email said. When nothing came back by then the exchange ends, what was kept is for sale again, and the customer is told:
// whoever still wants it asks again. One of which a part came back stays open, since that part waits for the owner. What was
// to come back and was refunded in another way (by the order's own form, or at the provider) is let go right away, and nobody
// is told that a shipment is waited for.
import { SHOP_ITSELF } from "#domain/audit/audit-log.ts";
import { receivedSoFar } from "#domain/returns/return-receipt.ts";
import { isAllBack, tellReturnLines } from "#domain/returns/return-request.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { runEach } from "../../db/jobs/run-each.ts";
import { changeOrder } from "../changes/change-order.ts";
import { tellReturn } from "./decide-return.ts";
import { answerReturn, findReturn, letGoOfRefunded, letGoOfWanted, listKeptTooLong } from "./queries.ts";

const BATCH = 100;

/** Answers of how many requests. Each is a transaction of its own, under its order's lock. */
export async function letGoOfKept(shop: Shop, signal?: AbortSignal): Promise<{ letGo: number }> {
  let letGo = 0;
  const due = await listKeptTooLong(shop.db, { now: nowOf(shop), limit: BATCH });
  await runEach(due, async ({ orderId, returnId }) => {
    if (signal?.aborted) return;
    const isDone = await changeOrder(
      shop,
      { orderId, actor: SHOP_ITSELF, action: "return.let_go" },
      async (tx, _, now) => {
        const request = await findReturn(tx, { orderId, returnId });
        if (!request?.keptUntil) return { result: false };
        if (!(await letGoOfRefunded(tx, returnId))) {
          if (!(await letGoOfWanted(tx, { returnId, now }))) return { result: false };
          if (receivedSoFar(request.lines) === 0)
            await answerReturn(tx, { returnId, state: "closed", answer: request.answer, now });
          // The mail is about a shipment that has not come.
          if (!isAllBack(request)) await tellReturn(tx, "return_let_go", { orderId, returnId, now });
        }
        const before = { keptUntil: request.keptUntil };
        return { result: true, entry: { before, after: { items: tellReturnLines(request) } } };
      },
    );
    if (isDone === true) letGo += 1;
  });
  if (letGo > 0) {
    shop.wakeWorker("stock");
    shop.log.info("returns.let_go", { letGo });
  }
  return { letGo };
}
