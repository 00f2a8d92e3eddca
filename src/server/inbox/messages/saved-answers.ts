// Answers that the owner gives again and again.
import {
  parseSavedAnswer,
  SAVED_ANSWERS_MAX,
  type SavedAnswer,
  type SavedAnswerFields,
} from "#domain/messages/thread.ts";
import type { FieldErrors } from "#domain/text/fields.ts";
import { isUuid } from "#domain/text/uuid.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { inTransaction } from "../../db/transaction.ts";
import { insertAudit } from "../../settings/audit/queries.ts";
import { listSavedAnswers } from "./thread-queries.ts";

export function loadSavedAnswers(shop: Shop): Promise<SavedAnswer[]> {
  return listSavedAnswers(shop.db);
}

type Saved = { ok: true } | { ok: false; errors: FieldErrors<keyof SavedAnswerFields> };

/** `id`: of the answer that is changed; anything else makes a new one. */
export async function saveAnswer(
  shop: Shop,
  { id, fields, actor }: { id: unknown; fields: unknown; actor: string },
): Promise<Saved> {
  const parsed = parseSavedAnswer(fields);
  if (!parsed.ok) return parsed;
  const { name, body } = parsed.value;
  return inTransaction(shop, async (tx): Promise<Saved> => {
    const now = nowOf(shop);
    const known = await listSavedAnswers(tx);
    const own = known.find((answer) => answer.id === id);
    if (known.some((answer) => answer.id !== own?.id && answer.name === name)) {
      return { ok: false, errors: { name: "Another answer has this name" } };
    }
    if (!own && known.length >= SAVED_ANSWERS_MAX) {
      return { ok: false, errors: { name: `There are ${SAVED_ANSWERS_MAX} already. Delete one first.` } };
    }
    const row = { id: own?.id ?? shop.newId(), name, body, created_at: now };
    await tx
      .insertInto("saved_answers")
      .values(row)
      .onConflict((conflict) => conflict.column("id").doUpdateSet({ name, body }))
      .execute();
    const before = own ? { name: own.name, body: own.body } : null;
    await insertAudit(
      tx,
      {
        actor,
        action: "saved_answer.saved",
        object: row.id,
        ...(before && { before }),
        after: { name, body },
      },
      now,
    );
    return { ok: true };
  });
}

export async function deleteAnswer(shop: Shop, { id, actor }: { id: unknown; actor: string }): Promise<void> {
  if (!isUuid(id)) return;
  await inTransaction(shop, async (tx) => {
    const row = await tx
      .deleteFrom("saved_answers")
      .where("id", "=", id)
      .returning(["name", "body"])
      .executeTakeFirst();
    if (!row) return;
    await insertAudit(tx, { actor, action: "saved_answer.deleted", object: id, before: row }, nowOf(shop));
  });
}
