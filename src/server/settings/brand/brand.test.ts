import sharp from "sharp";
import { beforeEach, expect, test } from "vitest";
import { BRAND_VERSIONS_MAX, type Brand, type BrandPart } from "#domain/brand/brand.ts";
import { defaultBrand } from "#domain/brand/default-brand.ts";
import { partFormOf } from "#domain/brand/form/part-form.ts";
import { OWNER } from "#test/sales/people.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { SPARE_IMAGE_HOURS } from "../../files/pictures/image-queries.ts";
import { sweepImages } from "../../files/pictures/sweep-images.ts";
import { uploadImage } from "../../files/pictures/upload-image.ts";
import { loadConfiguration } from "../load-configuration.ts";
import { findOwnPage } from "./find-own-page.ts";
import { publishDraft, restoreVersion } from "./publish-brand.ts";
import { findDraft, listVersions } from "./queries.ts";
import { discardDraft, saveDraft } from "./save-draft.ts";

const actor = OWNER;
const words = (claim: string) => ({ ...defaultBrand.words, claim });

const store = freshShop();
let changes: number;

beforeEach(async () => {
  changes = 0;
  store.shop.catalogChanged = async () => {
    changes += 1;
  };
});

/** As a form sends it that was opened with `base`, or just now. */
async function savePart<P extends BrandPart>(part: P, value: unknown, base?: Brand[P]) {
  const { brand } = await findDraft(store.shop.db);
  const opened = JSON.stringify(partFormOf(part, base ?? brand[part]));
  return saveDraft(store.shop, { actor, part, fields: { [part]: JSON.stringify(value), base: opened } });
}
const save = (claim: string, base?: string) =>
  savePart("words", words(claim), base ? words(base) : undefined);
const publish = (revision: number) => publishDraft(store.shop, { actor, revision });
const shown = async () => (await loadConfiguration(store.shop)).brand.words.claim;
const usual = defaultBrand.words.claim;

test("[BR-7] a draft stays hidden until it is published, with an audit entry", async () => {
  const now = partFormOf("words", words("Bags made to last."));
  expect(await save("Bags made to last.")).toEqual({ ok: true, now });
  expect([await shown(), changes]).toEqual([usual, 0]);
  expect(await publish(1)).toEqual({ ok: true });
  expect([await shown(), changes]).toEqual(["Bags made to last.", 1]);
  expect(await findDraft(store.shop.db)).toMatchObject({ revision: 0 });
  expect(await publish(1)).toEqual({ ok: false, reason: "nothing" });
  const audit = await store.shop.db.selectFrom("admin_audit").selectAll().execute();
  expect(audit).toMatchObject([
    { actor, action: "storefront.published", after: { storefrontTexts: { claim: "Bags made to last." } } },
  ]);
});

test("[BR-7] a second tab sees the conflict, and no draft is lost or published unseen", async () => {
  await save("First tab.");
  expect(await save("Second tab.", usual)).toEqual({
    ok: false,
    reason: "changed",
    now: partFormOf("words", words("First tab.")),
  });
  expect(await save("Second tab.", "First tab.")).toMatchObject({ ok: true });
  expect(await publish(1)).toEqual({ ok: false, reason: "changed" });
  expect(await shown()).toBe(usual);
});

test("[BR-7] saving one part is no change of another one, whose form is still open", async () => {
  const opened = (await findDraft(store.shop.db)).brand.menu;
  await save("First tab.");
  const menu = { ...defaultBrand.menu, header: [] };
  expect(await savePart("menu", menu, opened)).toEqual({ ok: true, now: partFormOf("menu", menu) });
});

test("[BR-7] an invalid draft changes nothing", async () => {
  const errors = { "words.shopHeading": "Enter a heading" };
  expect(await savePart("words", {})).toEqual({ ok: false, reason: "invalid", errors });
  expect(await findDraft(store.shop.db)).toEqual({ brand: defaultBrand, revision: 0 });
});

test("[BR-7] discarding a draft leaves the published storefront", async () => {
  await save("Never mind.");
  await discardDraft(store.shop);
  expect(await findDraft(store.shop.db)).toEqual({ brand: defaultBrand, revision: 0 });
});

test("[BR-7] each of the last ten versions can be restored, and a draft stays", async () => {
  for (let at = 1; at <= BRAND_VERSIONS_MAX + 2; at += 1) {
    await save(`Claim ${at}`);
    await publish(1);
  }
  await save("Not yet");
  const versions = await listVersions(store.shop.db);
  expect(versions).toHaveLength(BRAND_VERSIONS_MAX);
  const oldest = versions.at(-1)?.id ?? 0;
  expect(await restoreVersion(store.shop, { actor, id: oldest })).toEqual({ ok: true });
  expect(await shown()).toBe("Claim 3");
  expect(await findDraft(store.shop.db)).toMatchObject({
    revision: 1,
    brand: { words: { claim: "Not yet" } },
  });
  expect(await restoreVersion(store.shop, { actor, id: oldest })).toEqual({ ok: false, reason: "gone" });
});

test("[BR-1] the logo of the look is the store's logo once it is published; its file stays while a version shows it", async () => {
  const drawn = sharp({ create: { width: 40, height: 40, channels: 3, background: "#184b33" } });
  const uploaded = await uploadImage(store.shop, await drawn.png().toBuffer());
  const url = uploaded.ok ? uploaded.url : "";
  const logo = { url, alt: "Dune & Draw", focus: "center" };
  const look = { ...defaultBrand.look, logo };
  await savePart("look", look);
  await publish(1);
  expect((await loadConfiguration(store.shop)).settings.businessInfo.logoUrl).toBe(url);
  const isKept = async () => {
    store.clock.advance((SPARE_IMAGE_HOURS + 1) * 60 * 60_000);
    await sweepImages(store.shop);
    return (await store.shop.files.get(url.slice(url.indexOf("product-images/")))) !== null;
  };
  expect(await isKept()).toBe(true);
  for (let at = 1; at <= BRAND_VERSIONS_MAX; at += 1) {
    await savePart("look", { ...look, logo: null, radius: at % 2 ? 6 : 22 });
    await publish(1);
  }
  expect(await isKept()).toBe(false);
});

test("[BR-3] the former address of a page leads to its new one", async () => {
  const page = { ...defaultBrand.pages[0], id: "p1", slug: "care", title: "Care", heading: "Care" };
  for (const slug of ["care", "washing"]) {
    await savePart("pages", [...defaultBrand.pages, { ...page, slug }]);
    await publish(1);
  }
  const redirects = await store.shop.db.selectFrom("redirects").select(["path", "target"]).execute();
  expect(redirects).toEqual([{ path: "/pages/care", target: "/pages/washing" }]);
  expect(await findOwnPage(store.shop, "/pages/washing.data")).toMatchObject({ title: "Care" });
  expect(await findOwnPage(store.shop, "/pages/care")).toBeNull();
});
