import { expect, test } from "vitest";
import type { BrandPart } from "#domain/brand/brand.ts";
import { defaultBrand } from "#domain/brand/default-brand.ts";
import { firstRunSteps } from "#domain/first-run/first-run.ts";
import { sampleBusiness } from "#domain/settings/sample-business.ts";
import { defaultStoreSettings } from "#domain/settings/settings.ts";
import { OWNER } from "#test/sales/people.ts";
import { sell } from "#test/sales/sales.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { addProduct } from "#test/shop/products.ts";
import { publishDraft } from "../../settings/brand/publish-brand.ts";
import { saveDraft } from "../../settings/brand/save-draft.ts";
import { dismissFirstRun, loadFirstRun, skipStep } from "./load-first-run.ts";

const store = freshShop();

const open = async () =>
  (await loadFirstRun(store.shop)).steps.flatMap(({ step, state }) => (state === "open" ? [step] : []));

test("[EA-4] each step is done by the state of the shop, and only skips are stored", async () => {
  expect(await open()).toEqual(firstRunSteps);
  expect((await loadFirstRun(store.shop)).missing).toEqual([]);
  await addProduct(store.shop);
  const own = { storeName: "Links & Co", address: "1 Fairway", email: sampleBusiness.email, logoUrl: "" };
  const { tax, shipping } = defaultStoreSettings;
  const [business_info, ...rest] = [own, tax, shipping].map((part) => JSON.stringify(part));
  await store.shop.db
    .insertInto("store_settings")
    .values({ id: 1, business_info: business_info ?? "", tax: rest[0] ?? "", shipping: rest[1] ?? "" })
    .onConflict((row) => row.column("id").doUpdateSet({ business_info: business_info ?? "" }))
    .execute();
  expect(await open(), "the sample's email does not count as the owner's").toEqual(
    firstRunSteps.filter((step) => step !== "product"),
  );
  expect((await loadFirstRun(store.shop)).missing).toEqual(["email"]);
  await sell(store);
  expect(await open()).not.toContain("purchase");

  await Promise.all(
    (["look", "mail", "tax"] as const).map((step) => skipStep(store.shop, { step, isSkipped: true })),
  );
  expect(await open()).toEqual(["business", "home", "about", "sizes", "shipping", "keys"]);
  await skipStep(store.shop, { step: "tax", isSkipped: false });
  expect(await open()).toContain("tax");
  await dismissFirstRun(store.shop, { isDismissed: true });
  expect(await loadFirstRun(store.shop)).toMatchObject({ isDismissed: true, isOver: false });

  // With live keys, test orders are among real ones, which is one more thing to do.
  const { payments } = store.shop;
  Object.assign(store.shop, { payments: { ...payments, publishableKey: "pk_live_1" } });
  expect(await loadFirstRun(store.shop)).toMatchObject({ rehearsalsLeft: 1, isOver: false });
});

test("[EA-4] [BR-7] look, home page, and story are done once they are published, each for itself", async () => {
  const { shop } = store;
  const publish = async (part: BrandPart, value: unknown) => {
    await saveDraft(shop, { actor: OWNER, part, fields: { [part]: JSON.stringify(value) } });
    expect(await publishDraft(shop, { actor: OWNER, revision: 1 })).toEqual({ ok: true });
  };
  const isOpen = async () => (await open()).filter((step) => ["look", "home", "about"].includes(step));
  await publish("words", { ...defaultBrand.words, claim: "Bags made to last." });
  expect(await isOpen()).toEqual(["look", "home", "about"]);
  const [about, ...pages] = defaultBrand.pages;
  await publish("pages", [{ ...about, heading: "Made by two" }, ...pages]);
  expect(await isOpen()).toEqual(["look", "home"]);
  await publish("look", { ...defaultBrand.look, radius: defaultBrand.look.radius === 6 ? 22 : 6 });
  expect(await isOpen()).toEqual(["home"]);
  const home = defaultBrand.home.map((block) =>
    block.kind === "hero" ? { ...block, heading: "Bags and belts" } : block,
  );
  await publish("home", home);
  expect(await isOpen()).toEqual([]);
});

test("[EA-4] a size chart of the owner and a mail server are steps; the sample's chart is none", async () => {
  const { shop } = store;
  const chart = { name: "Shirts", measures: "[]", rows: "[]" };
  const addChart = (isSample: boolean) =>
    shop.db
      .insertInto("size_charts")
      .values({ ...chart, id: shop.newId(), is_sample: isSample })
      .execute();
  await addChart(true);
  expect(await open()).toEqual(expect.arrayContaining(["sizes", "mail"]));
  await addChart(false);
  expect(await open()).not.toContain("sizes");
  const withMail = { ...shop, env: { ...shop.env, smtpUrl: "smtps://user:password@mail.example:465" } };
  const { steps } = await loadFirstRun(withMail);
  expect(steps).toContainEqual({ step: "mail", state: "done" });
});
