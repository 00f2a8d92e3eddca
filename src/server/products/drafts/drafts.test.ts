import { sql } from "kysely";
import sharp from "sharp";
import { beforeEach, describe, expect, test } from "vitest";
import { defaultShopSearch } from "#domain/catalog/shop-search.ts";
import { parseAdminProductSearch } from "#domain/product/admin-product-search.ts";
import {
  type DraftTexts,
  noShared,
  type OpenedDraft,
  type SharedTexts,
} from "#domain/product/drafts/draft-rows.ts";
import { sharedShop } from "#test/shop/fresh-shop.ts";
import { emptyShelves, putOnShelf } from "#test/shop/shelf.ts";
import { listProducts } from "../../catalog/list-products.ts";
import { bulkEdit } from "../bulk/bulk-edit.ts";
import { undoBulk } from "../bulk/undo-bulk.ts";
import { deleteProduct } from "../delete-product.ts";
import { listAdminProducts } from "../list-admin-products.ts";
import { listEditable } from "../queries.ts";
import { addPhoto, type PhotoAnswer } from "./add-photo.ts";
import { listDrafts } from "./list-drafts.ts";
import { saveDrafts } from "./save-drafts.ts";

const actor = "owner@example.com";

const store = sharedShop();
beforeEach(() => emptyShelves(store.shop));

let shade = 0;
/** A photo that no other one equals. */
async function photo(): Promise<Uint8Array> {
  shade += 1;
  const background = { r: shade % 250, g: 80, b: Math.floor(shade / 250) };
  return sharp({ create: { width: 30, height: 40, channels: 3, background } })
    .png()
    .toBuffer();
}

type Dropped = { draftId?: string; place?: number };
const drop = (bytes: Uint8Array, fileName: string, { draftId = "", place = 9 }: Dropped = {}) =>
  addPhoto(store.shop, { bytes, fileName, draftId, place, actor });

function draftOf(answer: PhotoAnswer): string {
  if (!answer.ok) throw new Error(answer.reason);
  return answer.draft.id;
}

const drafts = async () => (await listDrafts(store.shop, null)).drafts;

async function product(id: string) {
  const [found] = await listEditable(store.shop.db, [id]);
  if (!found) throw new Error("no product");
  return found;
}

describe("[EA-3] a dropped photo", () => {
  test("starts a draft named after its file, and others join it at their positions", async () => {
    const id = draftOf(await drop(await photo(), "pine-polo-2.jpg"));
    await drop(await photo(), "pine-polo-3.jpg", { draftId: id, place: 1 });
    await drop(await photo(), "pine-polo-1.jpg", { draftId: id, place: 0 });
    const { name, category, status, images, price, stock } = await product(id);
    expect([name, category, status, price]).toEqual(["Pine polo", "Shirts", "draft", 0]);
    expect([images.length, stock.map(({ onHand }) => onHand)]).toEqual([3, [0]]);
    const audits = await store.shop.db
      .selectFrom("admin_audit")
      .select("action")
      .where("object", "=", id)
      .orderBy("id")
      .execute();
    expect(audits.map(({ action }) => action)).toEqual([
      "product.created",
      "product.updated",
      "product.updated",
    ]);
    const [row] = await drafts();
    expect(row?.opened.price).toBe("");
    expect(Object.keys(row?.lacks ?? {}).sort()).toEqual(["description", "price", "stock"]);
  });

  test("that was dropped before is recognized until its product no longer shows it", async () => {
    const bytes = await photo();
    const answers = [await drop(bytes, "cap.jpg"), await drop(bytes, "copy of cap.jpg")];
    expect(answers.map((answer) => answer.ok && answer.isKnown)).toEqual([false, true]);
    expect(new Set(answers.map(draftOf)).size).toBe(1);
    expect(await drafts()).toHaveLength(1);
    const [first] = answers;
    await deleteProduct(store.shop, { id: first ? draftOf(first) : "", actor });
    expect(await drop(bytes, "cap.jpg")).toMatchObject({ ok: true, isKnown: false });
  });

  test("joins the draft of the same name that has no picture yet, for example from an imported file", async () => {
    const bare = await putOnShelf(store.shop, { name: "Women’s Dune Cap", status: "draft", image: null });
    const sold = await putOnShelf(store.shop, { name: "Pine Polo", image: null });
    expect(draftOf(await drop(await photo(), "womens-dune-cap-1.jpg"))).toBe(bare);
    expect(draftOf(await drop(await photo(), "pine-polo.jpg"))).not.toBe(sold);
  });

  test("joins the draft of its name even when the product it names is on sale by now", async () => {
    const sold = await putOnShelf(store.shop, { name: "Dune Polo" });
    const bare = await putOnShelf(store.shop, { name: "Pine Polo", status: "draft", image: null });
    expect(draftOf(await drop(await photo(), "pine-polo-2.jpg", { draftId: sold }))).toBe(bare);
    expect((await product(sold)).images).toHaveLength(1);
  });

  test("that is recognized says whether its product is still a draft that other photos may join", async () => {
    const bytes = await photo();
    const id = draftOf(await drop(bytes, "pine-polo-1.jpg"));
    const known = { ok: true, isKnown: true, draft: { id, isDraft: true } };
    expect(await drop(bytes, "pine-polo-1.jpg")).toMatchObject(known);
    const published = { status: "active" as const, price: 3_000 };
    await store.shop.db.updateTable("products").set(published).where("id", "=", id).execute();
    const onSale = { ...known, draft: { id, isDraft: false } };
    expect(await drop(bytes, "pine-polo-1.jpg")).toMatchObject(onSale);
  });

  test("that is not a picture, has too many pixels, or exceeds the limit is refused, and the others stay", async () => {
    const bomb = await sharp({ create: { width: 6_000, height: 5_000, channels: 3, background: "#fff" } })
      .png({ compressionLevel: 9 })
      .toBuffer();
    expect(bomb.byteLength).toBeLessThan(200_000);
    expect(await drop(bomb, "bomb.png")).toEqual({ ok: false, reason: "too_many_pixels" });
    expect(await drop(Buffer.from("<svg onload='x'/>"), "x.jpg")).toEqual({
      ok: false,
      reason: "not_an_image",
    });
    expect(await drop((await photo()).slice(0, 60), "half.jpg")).toEqual({ ok: false, reason: "corrupt" });
    expect(await drop(new Uint8Array(3 * 1024 * 1024), "big.jpg")).toEqual({
      ok: false,
      reason: "too_large",
    });
    expect(await drafts()).toEqual([]);
    const id = draftOf(await drop(await photo(), "cap.jpg"));
    for (let count = 0; count < 3; count += 1) await drop(await photo(), "cap.jpg", { draftId: id });
    expect(await drop(await photo(), "cap.jpg", { draftId: id })).toEqual({ ok: false, reason: "full" });
    expect((await product(id)).images).toHaveLength(4);
    for (const draftId of ["x", "00000000-0000-4000-8000-000000000000"]) {
      expect(await drop(await photo(), "\u0000.jpg", { draftId })).toMatchObject({ ok: true });
    }
  });
});

describe("[EA-3] the table of drafts", () => {
  const blank = { name: "", category: "HATS", price: "", options: "", stock: "", description: "" };
  type Rows = { id: string; texts: Partial<DraftTexts>; opened?: OpenedDraft | undefined; was?: string }[];
  const bases = async () => new Map((await drafts()).map(({ id, opened }) => [id, opened]));
  /** Rows that do not say what they were opened with are compared with the current draft. */
  const save = async (rows: Rows, shared: Partial<SharedTexts> = {}, isPublishing = true) => {
    const now = await bases();
    return saveDrafts(store.shop, {
      rows: rows.map(({ id, texts, opened = now.get(id), was = "" }) => ({
        ...{ id, opened: opened ? { ...opened, stock: was } : null },
        texts: { ...blank, ...texts },
      })),
      shared: { ...noShared, ...shared },
      isPublishing,
      actor,
    });
  };
  const begin = async (name: string) => draftOf(await drop(await photo(), name));
  const inShop = async () =>
    (await listProducts(store.shop, defaultShopSearch)).products.map(({ name }) => name).sort();

  test("publishes complete rows, keeps incomplete ones, and refuses wrong ones", async () => {
    const [polo, cap, visor] = [
      await begin("pine-polo.jpg"),
      await begin("cap.jpg"),
      await begin("visor.jpg"),
    ];
    const result = await save(
      [
        { id: polo, texts: { name: "Pine Polo", category: "SHIRTS", price: "84", stock: "3|0|7|1|2" } },
        { id: cap, texts: { name: "Cap", price: "" } },
        { id: visor, texts: { name: "Visor", price: "free", stock: "2" } },
      ],
      { options: "S|M|L|XL|2XL", description: "Made for the whole round." },
    );
    expect(result).toMatchObject({ ok: true, published: 1, saved: 1, incomplete: 1 });
    expect(result.ok && result.refused).toEqual({ [visor]: { price: "Price must be a positive number" } });
    const { status, price, stock, description } = await product(polo);
    expect([status, price, description]).toEqual(["active", 8_400, "Made for the whole round."]);
    expect(stock.map(({ variation, onHand }) => `${variation} ${onHand}`)).toEqual([
      "S 3",
      "M 0",
      "L 7",
      "XL 1",
      "2XL 2",
    ]);
    expect(await inShop()).toEqual(["Pine Polo"]);
    const rows = await drafts();
    expect(rows.map(({ opened }) => opened.name)).toEqual(["Visor", "Cap"]);
    expect(Object.keys(rows[1]?.lacks ?? {}).sort()).toEqual(["price", "stock"]);
    if (!result.ok || result.undoId === null) throw new Error("nothing to undo");
    await undoBulk(store.shop, { id: result.undoId, actor });
    expect(await inShop()).toEqual([]);
    expect((await product(polo)).price).toBe(8_400);
  });

  test("never overwrites others' changes: an outdated, sold, deleted, or forged row is refused", async () => {
    const [old, gone, fine] = [await begin("old.jpg"), await begin("gone.jpg"), await begin("fine.jpg")];
    const opened = (await bases()).get(old);
    await save([{ id: old, texts: { name: "Newer name" } }], {}, false);
    await deleteProduct(store.shop, { id: gone, actor });
    const sold = await putOnShelf(store.shop, { name: "Sold" });
    const texts = { name: "Mine", price: "10", stock: "1", description: "Long enough text." };
    const result = await save([
      { id: old, opened, texts },
      { id: gone, texts },
      { id: sold, texts },
      { id: "x", texts },
      { id: fine, texts: { ...texts, options: "a|b" } },
    ]);
    expect(result.ok && Object.keys(result.refused).sort()).toEqual([old, gone, sold, fine].sort());
    expect((await product(old)).name).toBe("Newer name");
    const many = Array.from({ length: 26 }, () => ({ id: store.shop.newId(), texts }));
    expect(await save(many)).toEqual({ ok: false, reason: "too_many" });
    const wrong = { ...texts, name: "", stock: "1|2", category: "SHOES" };
    const errors = await save([{ id: fine, texts: wrong }]);
    expect(errors.ok && Object.keys(errors.refused[fine] ?? {})).toEqual(["stock"]);
  });

  test("a picture that is added to a draft does not count as an edit of its row; a name and sizes do", async () => {
    const texts = { name: "Dune Cap", price: "32", description: "Long enough text." };
    const bare = await putOnShelf(store.shop, { name: "Dune Cap", status: "draft", image: null });
    const named = await putOnShelf(store.shop, { name: "Fog Beanie", status: "draft", image: null });
    const sized = await putOnShelf(store.shop, { name: "Pine Polo", status: "draft", image: null });
    const opened = await bases();
    expect(draftOf(await drop(await photo(), "dune-cap.jpg"))).toBe(bare);
    await save(
      [
        { id: named, texts: { name: "Fog Cap" } },
        { id: sized, was: "5", texts: { name: "Pine Polo", options: "S|M|L|XL|2XL" } },
      ],
      {},
      false,
    );
    const result = await save(
      [bare, named, sized].map((id) => ({ id, texts, opened: opened.get(id) })),
      {},
      false,
    );
    expect(result).toMatchObject({ ok: true, saved: 1 });
    expect(result.ok && result.refused).toEqual({
      [named]: { name: "Another tab saved “Fog Cap”", price: "It was cleared in another tab" },
      [sized]: expect.objectContaining({ options: "Another tab saved “S, M, L, XL, 2XL”" }),
    });
    // The next save of it starts from what is stored.
    const seen = result.ok ? result.now[named] : undefined;
    expect(await save([{ id: named, texts, opened: seen }], {}, false)).toMatchObject({ saved: 1 });
    expect(await product(bare)).toMatchObject({ price: 3_200, images: [{}] });
    expect((await product(named)).name).toBe("Dune Cap");
  });

  test("[PF-6] a count outdated by a sale is ignored if unedited, and refused once if edited", async () => {
    const options = [
      { variation: "S", onHand: 5 },
      { variation: "M", onHand: 2 },
    ];
    const id = await putOnShelf(store.shop, { name: "Pine Polo", status: "draft", options });
    const texts = { name: "Pine Polo", category: "HATS", price: "72", description: "Long enough text." };
    const counts = async () => (await product(id)).stock.map(({ onHand }) => onHand);
    const row = (stock: string, was: string, more: Partial<DraftTexts> = {}) =>
      save([{ id, was, texts: { ...texts, stock, ...more } }], {}, false);
    await sql`update inventory set on_hand = 4 where product_id = ${id} and variation = 'S'`.execute(
      store.shop.db,
    );
    expect(await row("5|2", "5|2", { name: "Pine Polo 2" })).toMatchObject({ ok: true, saved: 1 });
    expect(await counts()).toEqual([4, 2]);
    const refusal = {
      refused: { [id]: { stock: expect.stringMatching(/^It was 5\|2 when you began and is 4\|2 now/) } },
      now: { [id]: { stock: "4|2" } },
    };
    expect(await row("9|2", "5|2")).toMatchObject(refusal);
    expect(await row("9", "5|2", { options: "none" })).toMatchObject(refusal);
    expect(await counts()).toEqual([4, 2]);
    expect(await row("9|2", "4|2")).toMatchObject({ saved: 1, refused: {} });
    expect(await counts()).toEqual([9, 2]);
  });

  test("a draft without a price can't be put on sale by a bulk change", async () => {
    const id = await begin("cap.jpg");
    const edit = { action: "activate", value: 0, from: "", to: "" } as const;
    const result = await bulkEdit(store.shop, { ids: [id], edit, actor });
    expect(result).toMatchObject({
      ok: true,
      changed: 0,
      left: [{ message: "Price must be a positive number" }],
    });
    const archive = { ...edit, action: "archive" } as const;
    expect(await bulkEdit(store.shop, { ids: [id], edit: archive, actor })).toMatchObject({ changed: 1 });
    const page = await listAdminProducts(
      store.shop,
      parseAdminProductSearch(new URLSearchParams("tab=archived")),
    );
    expect(page.products.map(({ price }) => price)).toEqual([0]);
  });
});
