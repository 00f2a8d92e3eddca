// Answers that the owner gives again and again.
import { blankForm } from "#domain/form/form-fields.ts";
import { type FormSaved, type FormValues, isOutdated, readForm } from "#domain/form/form-saved.ts";
import { savedAnswerForm } from "#domain/messages/answer-forms.ts";
import { SAVED_ANSWERS_MAX, type SavedAnswer } from "#domain/messages/thread.ts";
import { isUuid } from "#domain/text/uuid.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { inTransaction } from "../../db/transaction.ts";
import { insertAudit } from "../../settings/audit/queries.ts";
import { listSavedAnswers } from "./thread-queries.ts";

export function loadSavedAnswers(shop: Shop): Promise<SavedAnswer[]> {
  return listSavedAnswers(shop.db);
}

/** `id`: of the answer that is changed; anything else makes a new one, after which the form is blank again. */
export async function saveAnswer(
  shop: Shop,
  { id, fields, actor }: { id: unknown; fields: FormValues; actor: string },
): Promise<FormSaved> {
  const read = readForm(savedAnswerForm, fields);
  if (!read.ok) return read;
  const { name, body } = read.value;
  return inTransaction(shop, async (tx): Promise<FormSaved> => {
    const now = nowOf(shop);
    const known = await listSavedAnswers(tx);
    const own = known.find((answer) => answer.id === id);
    const before = own ? { name: own.name, body: own.body } : null;
    if (before && isOutdated(fields.base, before)) return { ok: false, reason: "changed", now: before };
    const refused = (text: string): FormSaved => ({ ok: false, reason: "invalid", errors: { name: text } });
    if (known.some((answer) => answer.id !== own?.id && answer.name === name)) {
      return refused("Another answer has this name");
    }
    if (!own && known.length >= SAVED_ANSWERS_MAX) {
      return refused(`There are already ${SAVED_ANSWERS_MAX}. Delete one first.`);
    }
    const row = { id: own?.id ?? shop.newId(), name, body, created_at: now };
    await tx
      .insertInto("saved_answers")
      .values(row)
      .onConflict((conflict) => conflict.column("id").doUpdateSet({ name, body }))
      .execute();
    const after = { name, body };
    const entry = { actor, action: "saved_answer.saved", object: row.id, after } as const;
    await insertAudit(tx, before ? { ...entry, before } : entry, now);
    return { ok: true, now: before ? after : blankForm(savedAnswerForm) };
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
