import { beforeEach, expect, test } from "vitest";
import { OWNER as actor } from "#test/sales/people.ts";
import { sharedShop } from "#test/shop/fresh-shop.ts";
import { emptyShelves, putOnShelf } from "#test/shop/shelf.ts";
import { HOME_NEWEST, loadHome } from "../catalog/load-home.ts";
import { findEditable } from "./find-editable.ts";
import { chooseHero } from "./hero-product.ts";

const store = sharedShop();
beforeEach(() => emptyShelves(store.shop));

const heroName = async () => (await loadHome(store.shop)).home.hero?.name;
const isHero = async (id: string) => (await findEditable(store.shop, { id }))?.isHero;
const choose = (id: string, isOn = true) => chooseHero(store.shop, { id, isOn, actor });

test("[HM-1] the owner's choice is at the top of the home page while it can be bought, otherwise the newest product of the first category", async () => {
  const at = { createdAt: "2026-03-01T00:00:00Z" };
  const polo = await putOnShelf(store.shop, { name: "Chosen Polo", category: "Shirts", ...at });
  for (let number = 0; number < HOME_NEWEST + 2; number += 1)
    await putOnShelf(store.shop, { name: "Newer hat" });
  expect(await heroName()).toBe("Newer hat");
  expect(await choose(polo)).toEqual({ ok: true, isShown: true });
  expect([await heroName(), await isHero(polo)]).toEqual(["Chosen Polo", true]);
  const { db } = store.shop;
  const soldOut = db.updateTable("inventory").set({ on_hand: 0 }).where("product_id", "=", polo);
  await soldOut.execute();
  expect(await heroName()).toBe("Newer hat");
  await db.updateTable("inventory").set({ on_hand: 3 }).where("product_id", "=", polo).execute();
  expect(await heroName()).toBe("Chosen Polo");
  for (const status of ["archived", "draft"]) {
    await db.updateTable("products").set({ status }).where("id", "=", polo).execute();
    expect(await heroName()).toBe("Newer hat");
  }
  expect(await choose(polo)).toEqual({ ok: true, isShown: false });
  await db.deleteFrom("inventory").where("product_id", "=", polo).execute();
  await db.deleteFrom("products").where("id", "=", polo).execute();
  expect(await heroName()).toBe("Newer hat");
});

test("removing a product that is not the choice changes nothing, and an unknown product is refused", async () => {
  const [chosen, other] = [await putOnShelf(store.shop), await putOnShelf(store.shop)];
  await choose(chosen);
  expect(await choose(other, false)).toEqual({ ok: true, isShown: true });
  expect([await isHero(chosen), await isHero(other)]).toEqual([true, false]);
  await choose(chosen, false);
  expect(await isHero(chosen)).toBe(false);
  for (const id of ["nonsense", store.shop.newId()])
    expect(await choose(id)).toEqual({ ok: false, reason: "not_found" });
});
