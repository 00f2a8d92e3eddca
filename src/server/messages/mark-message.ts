import { isUuid } from "#domain/text/uuid.ts";
import { type AuditEntry, insertAudit } from "../audit/queries.ts";
import { inTransaction } from "../db/transaction.ts";
import { nowOf, type Shop } from "../shop.ts";
import { updateRead } from "./message-queries.ts";

/** Marks a message as read or unread. One that says so already, or does not exist, is left alone. */
export async function markMessage(
  shop: Shop,
  { id, isRead, actor }: { id: unknown; isRead: boolean; actor: string },
): Promise<void> {
  if (!isUuid(id)) return;
  await inTransaction(shop, async (tx) => {
    const now = nowOf(shop);
    if (!(await updateRead(tx, id, isRead ? now : null))) return;
    const entry: AuditEntry = {
      actor,
      action: "message.marked",
      object: id,
      before: { isRead: !isRead },
      after: { isRead },
    };
    await insertAudit(tx, entry, now);
  });
}
