// What the owner, an import, or a new name of a collection says about former addresses.
import {
  handleKey,
  type ParsedRedirect,
  parseRedirect,
  pathOfTarget,
  type RedirectForm,
  redirectKey,
} from "#domain/redirects/redirect.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { inTransaction, type Tx } from "../../db/transaction.ts";
import { insertAudit } from "../audit/queries.ts";
import { deleteMissingPage, deleteRedirects, findTarget, lockRedirects, upsertRedirects } from "./queries.ts";

/** Any texts are fine. The page at the old address, once it is gone, leads to the new one from then on. */
export async function saveRedirect(
  shop: Shop,
  { actor, form }: { actor: string; form: RedirectForm },
): Promise<ParsedRedirect> {
  const parsed = parseRedirect(form, shop.env.publicUrl);
  if (!parsed.ok) return parsed;
  const { path } = parsed.redirect;
  const now = nowOf(shop);
  return inTransaction(shop, async (tx): Promise<ParsedRedirect> => {
    await lockRedirects(tx);
    const target = await endOf(tx, parsed.redirect.target);
    if (redirectKey(pathOfTarget(target)) === path)
      return { ok: false, errors: { to: "That address leads back to this one. Delete its redirect first." } };
    const before = await findTarget(tx, path);
    const redirect = { path, target };
    await upsertRedirects(tx, [redirect], { source: "owner", now });
    await deleteMissingPage(tx, path);
    const entry = { actor, action: "redirect.saved" as const, object: path };
    await insertAudit(
      tx,
      { ...entry, before: before === null ? null : { target: before }, after: { target } },
      now,
    );
    return { ok: true, redirect };
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
    const [gone] = await deleteRedirects(tx, [path]);
    if (!gone) return;
    const before = { target: gone.target };
    await insertAudit(tx, { actor, action: "redirect.deleted", object: path, before, after: null }, now);
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

/** A page has moved, in the transaction that moves it: its former address leads to it. */
export async function recordMove(
  tx: Tx,
  { from, to }: { from: string; to: string },
  now: Date,
): Promise<void> {
  await lockRedirects(tx);
  await deleteRedirects(tx, [redirectKey(to)]);
  await upsertRedirects(tx, [{ path: redirectKey(from), target: to }], { source: "owner", now });
}
