// The icons and the link preview of a published look, as browsers and other sites get them.
import sharp from "sharp";
import { expect, test } from "vitest";
import { defaultBrand } from "#domain/brand/default-brand.ts";
import { partFormOf } from "#domain/brand/form/part-form.ts";
import { type Look, presets } from "#domain/brand/look.ts";
import { settingsFormOf } from "#domain/settings/settings-form.ts";
import { OWNER } from "#test/sales/people.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { uploadImage } from "../../../files/pictures/upload-image.ts";
import { discoveryRoutes } from "../../../http/feeds/discovery.ts";
import { loadConfiguration } from "../../load-configuration.ts";
import { saveSettings } from "../../save-settings.ts";
import { publishDraft, restoreVersion } from "../publish-brand.ts";
import { findDraft, listVersions } from "../queries.ts";
import { saveDraft } from "../save-draft.ts";

const store = freshShop({ env: { PUBLIC_URL: "https://shop.example" } });

const actor = OWNER;
const harbor: Look = { ...defaultBrand.look, ...presets.harbor };

async function publish(look: Look) {
  const { revision } = await findDraft(store.shop.db);
  await saveDraft(store.shop, { actor, part: "look", fields: partFormOf("look", look) });
  return publishDraft(store.shop, { actor, revision: revision + 1 });
}

/** A picture that the owner has uploaded, as a logo. */
async function logoOf(width: number, height: number, background: string, mark?: string) {
  const side = Math.round(Math.min(width, height) / 2);
  const input = {
    create: { width: side, height: side, channels: 4 as const, background: mark ?? background },
  };
  const drawn = sharp({ create: { width, height, channels: 4, background } }).composite([{ input }]);
  const stored = await uploadImage(store.shop, await drawn.png().toBuffer());
  if (!stored.ok) throw new Error(stored.reason);
  return { url: stored.url, alt: "Harbor", focus: "center" as const };
}

const icons = async () => (await loadConfiguration(store.shop)).icons;
const get = (path: string) => discoveryRoutes(store.shop).request(`https://shop.example${path}`);

async function picture(name: string) {
  const answer = await get(`/brand/${await icons()}/${name}`);
  expect(answer.status, name).toBe(200);
  expect(answer.headers.get("cache-control")).toContain("immutable");
  const bytes = Buffer.from(await answer.arrayBuffer());
  const read = sharp(bytes);
  const { format, width, height } = await read.metadata();
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const colorAt = (x: number, y: number) => {
    const at = (y * info.width + x) * info.channels;
    return [...data.subarray(at, at + 3)];
  };
  return { type: answer.headers.get("content-type"), format, width, height, colorAt };
}

const near = (color: number[]) => color.map((channel) => expect.closeTo(channel, -1));

test("[BR-1] a published look has its own icons and link preview, and the shop's come back with the golf look", async () => {
  expect(await publish(harbor)).toEqual({ ok: true });
  const navy = [0x17, 0x36, 0x5c];
  for (const [name, format, width, height] of [
    ["icons/shop-192.png", "png", 192, 192],
    ["icons/shop-512.png", "png", 512, 512],
    ["icons/shop-maskable-512.png", "png", 512, 512],
    ["apple-touch-icon.png", "png", 180, 180],
    ["og.jpg", "jpeg", 1200, 630],
  ] as const) {
    const drawn = await picture(name);
    expect(drawn, name).toMatchObject({ format, width, height, type: `image/${format}` });
    expect(drawn.colorAt(width / 2, Math.round(height / 12)), name).toEqual(near(navy));
  }
  const svg = await get(`/brand/${await icons()}/favicon.svg`);
  expect(svg.headers.get("content-type")).toContain("image/svg+xml");
  expect(await svg.text()).toMatch(/^<svg .*fill="#17365c".*<path /);
  const manifest = (await (await get("/site.webmanifest")).json()) as { icons: { src: string }[] };
  for (const { src } of manifest.icons) expect((await get(src)).status, src).toBe(200);
  const ico = await get("/favicon.ico");
  expect([ico.status, ico.headers.get("location")]).toEqual([302, `/brand/${await icons()}/favicon.ico`]);
  const bytes = Buffer.from(await (await get(ico.headers.get("location") ?? "")).arrayBuffer());
  expect([bytes.readUInt16LE(2), bytes.readUInt16LE(4), bytes.readUInt8(6)]).toEqual([1, 3, 16]);

  const [, first] = await listVersions(store.shop.db);
  expect(first).toBeUndefined();
  const former = await icons();
  expect(await publish(defaultBrand.look)).toEqual({ ok: true });
  expect(await icons()).toBeNull();
  expect((await get("/favicon.ico")).status).toBe(404);
  // Pages that are open still name them.
  expect((await get(`/brand/${former}/og.jpg`)).status).toBe(200);
  const [, harborVersion] = await listVersions(store.shop.db);
  expect(await restoreVersion(store.shop, { actor, id: harborVersion?.id ?? 0 })).toEqual({ ok: true });
  expect(await icons()).toBe(former);
});

test("[BR-1] a renamed store gets icons of its new name, and the golf brand's flag stays", async () => {
  const rename = async (storeName: string) => {
    const form = settingsFormOf(await loadConfiguration(store.shop));
    const sent = Object.entries(form).map(([name, value]) => [
      name,
      value === true ? "on" : value || undefined,
    ]);
    const fields = { ...Object.fromEntries(sent), email: "pro@example.com", storeName };
    return saveSettings(store.shop, { actor, fields: { ...fields, base: JSON.stringify(form) } });
  };
  expect(await rename("Pat's Golf")).toMatchObject({ ok: true });
  expect(await icons()).toBeNull();
  await publish(harbor);
  const before = await icons();
  expect(await rename("Harbor")).toMatchObject({ ok: true });
  expect(await icons()).not.toBe(before);
  expect((await picture("og.jpg")).width).toBe(1200);
  // Letters that the fonts don't have.
  expect(await rename("海の店")).toMatchObject({ ok: true });
  expect((await picture("og.jpg")).width).toBe(1200);
});

test.each([
  ["on the background where it can be seen", 400, 400, "#00000000", "#ffffff", [0x17, 0x36, 0x5c]],
  ["on its own background", 400, 400, "#224411", undefined, [0x22, 0x44, 0x11]],
  ["on its own background at 9:16", 450, 800, "#fafafa", "#c33000", [0xfa, 0xfa, 0xfa]],
  ["not at all in a square when it is wide", 1200, 200, "#fafafa", undefined, [0x17, 0x36, 0x5c]],
  ["at any size", 4_000, 3_000, "#fafafa", "#c33000", [0xfa, 0xfa, 0xfa]],
] as const)("[BR-1] a logo is drawn %s", async (_, width, height, background, mark, ground) => {
  const logo = await logoOf(width, height, background, mark);
  expect(await publish({ ...harbor, logo })).toEqual({ ok: true });
  expect((await picture("apple-touch-icon.png")).colorAt(5, 5)).toEqual(near([...ground]));
  expect(await picture("og.jpg")).toMatchObject({ width: 1200, height: 630 });
});

test("[BR-1] emails get the logo for dark backgrounds, transparent and in its shape", async () => {
  const logo = await logoOf(300, 300, "#fafafa", "#c33000");
  const logoOnDark = await logoOf(900, 400, "#00000000", "#ffffff80");
  expect(await publish({ ...harbor, logo, logoOnDark })).toEqual({ ok: true });
  const answer = await get(`/brand/${await icons()}/email-logo.png`);
  const drawn = sharp(Buffer.from(await answer.arrayBuffer()));
  expect(await drawn.metadata()).toMatchObject({ format: "png", width: 80, height: 80, hasAlpha: true });
});

test.each(["is transparent", "is damaged", "is gone"])(
  "[BR-1] a logo that %s publishes nothing, and the draft stays",
  async (fault) => {
    await publish(harbor);
    const before = await loadConfiguration(store.shop);
    const logo = await logoOf(300, 300, fault === "is transparent" ? "#00000000" : "#224411");
    const key = logo.url.slice(logo.url.indexOf("product-images/"));
    if (fault === "is damaged") await store.shop.files.put(key, new Uint8Array([1]), "image/webp");
    if (fault === "is gone") await store.shop.files.delete(key);
    expect(await publish({ ...harbor, logo })).toEqual({ ok: false, reason: "undrawn" });
    expect(await loadConfiguration(store.shop)).toEqual(before);
    expect(await findDraft(store.shop.db)).toMatchObject({ revision: 1, brand: { look: { logo } } });
  },
);
