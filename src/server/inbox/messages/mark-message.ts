import { isUuid } from "#domain/text/uuid.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { inTransaction } from "../../db/transaction.ts";
import { insertAudit } from "../../settings/audit/queries.ts";
import { updateRead } from "./queries.ts";

/** Marks a message as read or unread. Does nothing if it is so already or does not exist. */
export async function markMessage(
  shop: Shop,
  { id, isRead, actor }: { id: unknown; isRead: boolean; actor: string },
): Promise<void> {
  if (!isUuid(id)) return;
  await inTransaction(shop, async (tx) => {
    const now = nowOf(shop);
    if (!(await updateRead(tx, id, isRead ? now : null))) return;
    const change = { before: { isRead: !isRead }, after: { isRead } };
    await insertAudit(tx, { actor, action: "message.marked", object: id, ...change }, now);
  });
}
