// What the owner, an import, or a new name of a collection says about former addresses.
import { type FormSaved, type FormValues, readForm } from "#domain/form/form-saved.ts";
import { handleKey, parseRedirect, pathOfTarget, redirectKey } from "#domain/redirects/redirect.ts";
import { redirectForm } from "#domain/redirects/redirect-form.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { inTransaction, type Tx } from "../../db/transaction.ts";
import { insertAudit } from "../audit/queries.ts";
import {
  deleteMissingPage,
  deleteRedirectRow,
  findTarget,
  lockRedirects,
  upsertRedirects,
} from "./queries.ts";

const LEADS_BACK = "That address redirects back to this one. Delete its redirect first.";

/** What the form shows once a redirect is saved. */
const BLANK = { from: "", to: "" };

/** `fields`: those of redirectForm. The old address, where no page is, leads to the new one from then on. */
export async function saveRedirect(
  shop: Shop,
  { actor, fields }: { actor: string; fields: FormValues },
): Promise<FormSaved> {
  const read = readForm(redirectForm, fields);
  if (!read.ok) return read;
  const parsed = parseRedirect(read.value, shop.env.publicUrl);
  if (!parsed.ok) return { ...parsed, reason: "invalid" };
  const { path } = parsed.redirect;
  const now = nowOf(shop);
  return inTransaction(shop, async (tx): Promise<FormSaved> => {
    await lockRedirects(tx);
    const target = await endOf(tx, parsed.redirect.target);
    if (redirectKey(pathOfTarget(target)) === path)
      return { ok: false, reason: "invalid", errors: { to: LEADS_BACK } };
    const before = await findTarget(tx, path);
    await upsertRedirects(tx, [{ path, target }], { source: "owner", now });
    await deleteMissingPage(tx, path);
    const entry = { actor, action: "redirect.saved" as const, object: path };
    await insertAudit(
      tx,
      { ...entry, before: before === null ? null : { target: before }, after: { target } },
      now,
    );
    return { ok: true, now: BLANK };
  });
}

/** Where an address of the shop leads in the end. */
async function endOf(tx: Tx, target: string): Promise<string> {
  return (await findTarget(tx, redirectKey(pathOfTarget(target)))) ?? target;
}

export async function deleteRedirect(
  shop: Shop,
  { actor, path }: { actor: string; path: string },
): Promise<void> {
  const now = nowOf(shop);
  await inTransaction(shop, async (tx) => {
    const target = await deleteRedirectRow(tx, path);
    if (target === null) return;
    const entry = { actor, action: "redirect.deleted" as const, object: path };
    await insertAudit(tx, { ...entry, before: { target }, after: null }, now);
  });
}

/**
 * The addresses that products of a Shopify export had, in the transaction that imports them: /products/{handle} leads to the
 * product. A handle that can't be an address, or that the owner has redirected elsewhere, changes nothing.
 */
export async function recordHandles(
  tx: Tx,
  products: readonly { handle: string; productId: string }[],
  now: Date,
): Promise<void> {
  const redirects = products.flatMap(({ handle, productId }) => {
    const path = handleKey(handle);
    return path === null ? [] : [[path, { path, target: `/product/${productId}` }] as const];
  });
  if (redirects.length === 0) return;
  await lockRedirects(tx);
  await upsertRedirects(tx, [...new Map(redirects).values()], { source: "import", now });
}

/**
 * A page has moved, in the transaction that moves it: its former address leads to it, and its own one nowhere else. `from`
 * null: it is new.
 */
export async function recordMove(
  tx: Tx,
  { from, to }: { from: string | null; to: string },
  now: Date,
): Promise<void> {
  await lockRedirects(tx);
  await deleteRedirectRow(tx, redirectKey(to));
  if (from === null) return;
  await upsertRedirects(tx, [{ path: redirectKey(from), target: to }], { source: "owner", now });
}
