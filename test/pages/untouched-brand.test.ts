// The defaults of the storefront's document are what its pages show: publishing them untouched changes nothing.

import { beforeAll, expect, test } from "vitest";
import { defaultBrand } from "#domain/brand/default-brand.ts";
import { partFormOf } from "#domain/brand/form/part-form.ts";
import { publishDraft } from "#server/settings/brand/publish-brand.ts";
import { findDraft } from "#server/settings/brand/queries.ts";
import { saveDraft } from "#server/settings/brand/save-draft.ts";
import { createPageHandler, listRoutes } from "#test/pages/page-handler.ts";
import { OWNER } from "#test/sales/people.ts";
import { sharedShop } from "#test/shop/fresh-shop.ts";
import { putOnShelf } from "#test/shop/shelf.ts";
import { addSizeChart } from "#test/shop/size-charts.ts";

const isPage = ({ pattern, file }: { pattern: string; file: string }) =>
  file.endsWith(".tsx") && !/^\/admin|[:*]/.test(pattern);

const store = sharedShop();
let addresses: string[];
beforeAll(async () => {
  const product = await putOnShelf(store.shop, { name: "Plain Cap" });
  await addSizeChart(store.shop);
  const pages = listRoutes().filter(isPage);
  addresses = [...pages.map(({ pattern }) => pattern), `/product/${product}/plain-cap`, "/nowhere"];
});

/** Each page by its address. */
async function readPages(): Promise<Record<string, string>> {
  const handle = await createPageHandler(store.shop, () => true, { hasRoot: true, isDrawn: true });
  const read: Record<string, string> = {};
  for (const address of addresses) {
    const answer = await handle(new Request(store.shop.env.publicUrl + address));
    read[address] = await answer.text();
  }
  return read;
}

async function publishClaim(claim: string): Promise<void> {
  const { shop } = store;
  const { brand } = await findDraft(shop.db);
  const fields = partFormOf("words", { ...brand.words, claim });
  expect(await saveDraft(shop, { actor: OWNER, part: "words", fields })).toMatchObject({ ok: true });
  expect(await publishDraft(shop, { actor: OWNER, revision: 1 })).toEqual({ ok: true });
}

test("[BR-2] [BR-7] every page of a shop that published the untouched defaults is that of a fresh shop", async () => {
  const fresh = await readPages();
  expect(addresses.length).toBeGreaterThan(12);
  await publishClaim("Bags made to last.");
  expect((await readPages())["/"]).not.toBe(fresh["/"]);
  await publishClaim(defaultBrand.words.claim);
  expect(await readPages()).toEqual(fresh);
});
