// A task of the worker: the replacement of an exchange is held for a few weeks after the approval (HELD_DAYS), as its email
// said. When nothing came back by then the exchange ends, the replacement is for sale again, and the customer gets an email
// and may ask again. An exchange of which a part came back stays open, since that part waits for the owner.
import { SHOP_ITSELF } from "#domain/audit/audit-log.ts";
import { receivedSoFar } from "#domain/returns/return-receipt.ts";
import { formatReturnLines, isAllBack } from "#domain/returns/return-request.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { runEach } from "../../db/jobs/run-each.ts";
import { changeOrder } from "../changes/change-order.ts";
import { notifyOfReturn } from "./decide-return.ts";
import { answerReturn, endHold, findReturn, listExpiredHolds, releaseWanted } from "./queries.ts";

const BATCH = 100;

/** Returns for how many requests. Each has its own transaction, under its order's lock. */
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
        if (!(await endHold(tx, { returnId, now }))) return { result: false };
        await releaseWanted(tx, returnId);
        if (receivedSoFar(request.lines) === 0)
          await answerReturn(tx, { returnId, state: "closed", answer: request.answer, now });
        // The email is about a shipment that has not arrived.
        if (!isAllBack(request)) await notifyOfReturn(tx, "return_hold_expired", { orderId, returnId, now });
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
