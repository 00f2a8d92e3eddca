import { beforeEach, describe, expect, test } from "vitest";
import { defaultShopSearch } from "#domain/catalog/shop-search.ts";
import { sharedShop } from "#test/shop/fresh-shop.ts";
import { emptyShelves, putOnShelf } from "#test/shop/shelf.ts";
import { listProducts } from "../catalog/list-products.ts";
import { saveSynonyms } from "./save-synonyms.ts";

const store = sharedShop();
beforeEach(async () => {
  await emptyShelves(store.shop);
  await store.shop.db.deleteFrom("store_settings").execute();
});

const save = (text: string, base = "") =>
  saveSynonyms(store.shop, {
    actor: "owner@example.com",
    fields: { text, base: JSON.stringify({ text: base }) },
  });
const names = async (query: string) => {
  const list = await listProducts(store.shop, { ...defaultShopSearch, sort: "relevance", query });
  return list.products.map(({ name }) => name);
};

describe("the owner's synonyms", () => {
  test("[FI-2] immediately find what any word of the group finds, what was typed first", async () => {
    await putOnShelf(store.shop, { name: "Rope Cap", createdAt: "2026-02-01" });
    await putOnShelf(store.shop, { name: "Summer Lid", createdAt: "2026-01-01" });
    await putOnShelf(store.shop, { name: "Warm Quarter-Zip", category: "Shirts" });
    expect(await names("lid")).toEqual(["Summer Lid"]);
    expect(await names("gale stopper")).toEqual([]);
    expect(await save("Cap, LID\ngale stopper, jacket")).toEqual({
      ok: true,
      now: { text: "cap, lid\ngale stopper, jacket" },
    });
    expect(await names("lids")).toEqual(["Summer Lid", "Rope Cap"]);
    expect(await names("cap")).toEqual(["Rope Cap", "Summer Lid"]);
    // The general meaning of the other word.
    expect(await names("Gale-Stopper")).toEqual(["Warm Quarter-Zip"]);
    expect(await save("", "cap, lid\ngale stopper, jacket")).toEqual({ ok: true, now: { text: "" } });
    expect(await names("lid")).toEqual(["Summer Lid"]);
  });

  test("the second of two editors is shown what the first one wrote, and what is refused changes nothing", async () => {
    let told = 0;
    const catalogChanged = async () => {
      told += 1;
    };
    const shop = { ...store.shop, catalogChanged };
    const saved = (text: string, base: string) =>
      saveSynonyms(shop, {
        actor: "owner@example.com",
        fields: { text, base: JSON.stringify({ text: base }) },
      });
    expect(await saved("cap, lid", "")).toEqual({ ok: true, now: { text: "cap, lid" } });
    expect(await saved("polo, shirt", "")).toEqual({
      ok: false,
      reason: "changed",
      now: { text: "cap, lid" },
    });
    expect(await saved("cap", "cap, lid")).toMatchObject({ ok: false, reason: "invalid" });
    expect(await saved(" Cap,lid ", "")).toEqual({ ok: true, now: { text: "cap, lid" } });
    expect(told).toBe(1);
    expect(await saved("polo, shirt", "cap, lid")).toEqual({ ok: true, now: { text: "polo, shirt" } });
    const entries = await shop.db
      .selectFrom("admin_audit")
      .select(["before", "after"])
      .where("action", "=", "settings.synonyms_changed")
      .orderBy("id", "desc")
      .limit(2)
      .execute();
    expect(entries).toEqual([
      { before: { synonyms: "cap, lid" }, after: { synonyms: "polo, shirt" } },
      { before: { synonyms: "" }, after: { synonyms: "cap, lid" } },
    ]);
  });
});
