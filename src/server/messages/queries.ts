import type { ContactMessage } from "#domain/messages/contact-message.ts";
import type { Tx } from "../db/transaction.ts";

export async function insertMessage(
  tx: Tx,
  row: ContactMessage & { id: string; createdAt: Date },
): Promise<void> {
  const { id, name, email, subject, message, createdAt } = row;
  await tx
    .insertInto("contact_messages")
    .values({ id, name, email, subject, message, created_at: createdAt, read_at: null })
    .execute();
}
