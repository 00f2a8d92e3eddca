// A task of the worker: what is wanted in exchange is held for some weeks after the approval (HELD_DAYS), as its
// email said. When nothing came back by then the exchange ends, what was kept is for sale again, and the customer is told:
// whoever still wants it asks again. One of which a part came back stays open, since that part waits for the owner. What was
// to come back and was refunded in another way (by the order's own form, or at the provider) is let go right away, and nobody
// is told that a shipment is waited for.
import { SHOP_ITSELF } from "#domain/audit/audit-log.ts";
import { receivedSoFar } from "#domain/returns/return-receipt.ts";
import { formatReturnLines, isAllBack } from "#domain/returns/return-request.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { runEach } from "../../db/jobs/run-each.ts";
import { changeOrder } from "../changes/change-order.ts";
import { notifyOfReturn } from "./decide-return.ts";
import { answerReturn, findReturn, listExpiredHolds, releaseExpired, releaseRefunded } from "./queries.ts";

const BATCH = 100;

/** Answers of how many requests. Each is a transaction of its own, under its order's lock. */
export async function releaseExpiredHolds(shop: Shop, signal?: AbortSignal): Promise<{ released: number }> {
  let released = 0;
  const due = await listExpiredHolds(shop.db, { now: nowOf(shop), limit: BATCH });
  await runEach(due, async ({ orderId, returnId }) => {
    if (signal?.aborted) return;
    const isDone = await changeOrder(
      shop,
      { orderId, actor: SHOP_ITSELF, action: "return.hold_expired" },
      async (tx, _, now) => {
        const request = await findReturn(tx, { orderId, returnId });
        if (!request?.heldUntil) return { result: false };
        if (!(await releaseRefunded(tx, returnId))) {
          if (!(await releaseExpired(tx, { returnId, now }))) return { result: false };
          if (receivedSoFar(request.lines) === 0)
            await answerReturn(tx, { returnId, state: "closed", answer: request.answer, now });
          // The mail is about a shipment that has not come.
          if (!isAllBack(request))
            await notifyOfReturn(tx, "return_hold_expired", { orderId, returnId, now });
        }
        const before = { heldUntil: request.heldUntil };
        return { result: true, entry: { before, after: { items: formatReturnLines(request) } } };
      },
    );
    if (isDone === true) released += 1;
  });
  if (released > 0) {
    shop.wakeWorker("stock");
    shop.log.info("returns.hold_expired", { released });
  }
  return { released };
}
