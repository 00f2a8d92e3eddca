// Checking and importing a file exported from Shopify.
import sharp from "sharp";
import { beforeEach, describe, expect, test } from "vitest";
import { sharedShop } from "#test/shop/fresh-shop.ts";
import { emptyShelves } from "#test/shop/shelf.ts";
import { addPhoto } from "../drafts/add-photo.ts";
import { listDrafts } from "../drafts/list-drafts.ts";
import { applyImport } from "./apply-import.ts";
import { checkImport } from "./check-import.ts";
import { exportProductsCsv } from "./export-csv.ts";

const actor = "owner@example.com";

const store = sharedShop();
beforeEach(() => emptyShelves(store.shop));

const check = (csv: string) => checkImport(store.shop, { bytes: Buffer.from(csv), actor });

const OLD = `Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Variant SKU,Variant Grams,Variant Inventory Qty,Variant Price,Variant Compare At Price,Variant Barcode,Image Src,Image Position,Image Alt Text,SEO Title,Status
pine-polo,Pine Polo,"<p>Dry & soft,<br>all round.</p><script>x</script>",Pines,Polo,golf,TRUE,Size,S,PP-S,250,3,84,,,https://cdn.example/a.jpg,1,Front,Buy,active
pine-polo,,,,,,,,M,PP-M,250,5,84,,,https://cdn.example/b.jpg,2,,,
bare-cap,Bare Cap,,Pines,Cap,,FALSE,Title,Default Title,,,,,,,,,,,draft
`;
const NEW = `Title,URL handle,Description,Vendor,Type,Published on online store,Status,SKU,Barcode,Option1 name,Option1 value,Price,Compare-at price,Inventory quantity,Weight value (grams),Product image URL
Dune Cap,dune-cap,A cap for dunes.,Dunes,Cap,TRUE,Active,DC,,Title,Default Title,32.00,40.00,7,90,
`;

describe("[EA-3] a Shopify export", () => {
  test("is previewed first, and its products become drafts with options, units, and codes", async () => {
    const { id, rows, problems, leftOut } = await check(OLD);
    expect(problems).toEqual([]);
    expect(rows.map(({ line, name, action }) => [line, name, action])).toEqual([
      [2, "Pine Polo", "create"],
      [4, "Bare Cap", "create"],
    ]);
    expect(leftOut).toEqual({
      pictures: 2,
      photoName: "pine-polo-1.jpg",
      ...{ notes: [], skipped: [] },
      ignored: ["Vendor", "SEO Title"],
    });
    expect((await listDrafts(store.shop, null)).drafts).toEqual([]);
    expect(await applyImport(store.shop, { id: id ?? "", actor })).toMatchObject({ ok: true, created: 2 });
    const { drafts } = await listDrafts(store.shop, null);
    const polo = drafts.find(({ opened }) => opened.name === "Pine Polo");
    // Links to its former page redirect to the product.
    const redirects = await store.shop.db
      .selectFrom("redirects")
      .select(["path", "target"])
      .orderBy("path")
      .execute();
    expect(redirects.at(-1)).toEqual({ path: "/products/pine-polo", target: `/product/${polo?.id}` });
    expect(polo?.opened).toMatchObject({
      price: "84.00",
      stock: "3|5",
      description: "Dry & soft,\nall round.",
    });
    expect([polo?.opened.sizes, Object.keys(polo?.lacks ?? {})]).toEqual(["S, M", ["images"]]);
    const bare = drafts.find(({ opened }) => opened.name === "Bare Cap");
    expect(Object.keys(bare?.lacks ?? {}).sort()).toEqual(["description", "images", "price", "stock"]);

    const bytes = await sharp({ create: { width: 30, height: 40, channels: 3, background: "#184b33" } })
      .png()
      .toBuffer();
    const photo = { bytes, fileName: "pine-polo-1.jpg", draftId: "", place: 0, actor };
    expect(await addPhoto(store.shop, photo)).toMatchObject({ ok: true, draft: { id: polo?.id } });
    const again = await check(OLD);
    expect(again.rows.map((row) => row.action === "create" && row.hasNamesake)).toEqual([true, true]);
  });

  test("is read with today's column names, and with a sale", async () => {
    const { id, leftOut } = await check(NEW);
    expect(leftOut.ignored).toEqual(["Vendor", "Published on online store"]);
    expect(await applyImport(store.shop, { id: id ?? "", actor })).toMatchObject({ ok: true, created: 1 });
    const { rows } = await check(NEW);
    expect(rows).toMatchObject([{ values: { price: 4_000, salePrice: 3_200, weight: 3.2 } }]);
  });

  test("may contain archived products without a description or a price", async () => {
    const archived = "old-cap,Old Cap,,Pines,Cap,,FALSE,Title,Default Title,,,,,,,,,,,archived\n";
    const { id, rows, problems } = await check(OLD + archived);
    expect(problems).toEqual([]);
    expect(rows.at(-1)).toMatchObject({ values: { status: "archived", price: 0, description: "" } });
    expect(await applyImport(store.shop, { id: id ?? "", actor })).toMatchObject({ ok: true, created: 3 });
  });

  test("made by this shop has what Shopify reads: current sale prices and full picture URLs", async () => {
    const head = "Title,Product Category,Price,Compare-at price,Sale price,Sale from,Description,Image Src";
    const own = `${head}
Polo Cap,Hats,60.00,80.00,,,A cap that is on sale.,
Polo Shirt,Shirts,32.00,,30.00,2099-01-01T00:00,A shirt whose sale begins in years.,
`;
    const first = await check(own);
    expect(first.problems).toEqual([]);
    expect(await applyImport(store.shop, { id: first.id ?? "", actor })).toMatchObject({ created: 2 });
    await store.shop.db.updateTable("products").set({ image_url: "/files/a.webp" }).execute();
    let file = "";
    for await (const chunk of exportProductsCsv(store.shop)) file += chunk;
    expect(file).toMatch(
      /^polo-cap,Polo Cap,<p>A cap that is on sale\.<\/p>,.*,deny,manual,60\.00,80\.00,TRUE/m,
    );
    expect(file).toMatch(/^polo-shirt,.*,deny,manual,32\.00,,TRUE.*,30\.00,2099-01-01T00:00,/m);
    expect(file).toContain(`,${store.shop.env.publicUrl}/files/a.webp,1,`);
  });

  test("[kind: one bad product] with a mistake is imported without it, and the report names its line", async () => {
    const options = Array.from(
      { length: 25 },
      (_, index) => `cap,${index ? "" : "Cap"},Size ${index},3`,
    ).join("\n");
    const { id, rows, problems, leftOut } = await check(`Handle,Title,Option1 Value,Variant Price
x,,,3
,,,4
${options}
a,A b,S,3
a,,S,3
b,B c,S,3
b,,,4
good,Good Cap,Default Title,5
`);
    expect(problems).toEqual([]);
    expect(rows.map(({ line, name }) => [line, name])).toEqual([[33, "Good Cap"]]);
    expect(
      leftOut.skipped.flatMap(({ reasons }) => reasons.map(({ line, message }) => [line, message])),
    ).toEqual([
      [2, "No row with this handle has a title"],
      [3, "The row has neither ID, handle, nor title"],
      [4, "25 options are too many: a product has at most 20. Split it into several products"],
      [29, "Two rows have the option “S”"],
      [31, "One row has a price but no option"],
    ]);
    expect(await applyImport(store.shop, { id: id ?? "", actor })).toMatchObject({ ok: true, created: 1 });
  });

  test("[kind: one bad product] two products with one SKU are both imported, the second without it, unless someone takes it first", async () => {
    const head = "Handle,Title,Body (HTML),Type,Option1 Name,Option1 Value,Variant SKU,Variant Price\n";
    const polo = (name: string) =>
      `polo-${name},Polo ${name},<p>A shirt for the long fairway.</p>,Shirts,Size,M,X1,29.00\n`;
    const { id, rows, leftOut } = await check(head + polo("A") + polo("B"));
    const skus = rows.flatMap((row) =>
      row.action === "create" ? row.values.stock.map(({ sku }) => sku) : [],
    );
    expect(skus).toEqual(["X1", ""]);
    expect(leftOut.notes).toEqual([
      {
        ...{ line: 3, column: "Variant SKU" },
        message: "Left out: The SKU X1 belongs to “Polo A (M)” already. Give each option its own",
      },
    ]);
    const own = await check(head + polo("C"));
    expect(await applyImport(store.shop, { id: own.id ?? "", actor })).toMatchObject({ ok: true });
    expect(await applyImport(store.shop, { id: id ?? "", actor })).toMatchObject({
      ...{ reason: "changed_meanwhile" },
      conflicts: [{ line: 2, message: expect.stringContaining("“Polo C (M)”") }, { line: 3 }],
    });
    const again = await check(head + polo("A") + polo("B"));
    expect(await applyImport(store.shop, { id: again.id ?? "", actor })).toMatchObject({ created: 2 });
  });

  test("[kind: encodings] [kind: dates] is read as Excel saves it, and the report says what was guessed", async () => {
    const csv =
      "Title,Product Category,Price,Sale price,Sale from,Sale to,Option1 Value,Description\nCafé Polo,Shirts,40.00,30.00,12/1/2026 0:00,12/25/2026,S,A shirt for the long fairway.\n";
    const utf16 = Buffer.from(`\uFEFF${csv.replaceAll(",", "\t")}`, "utf16le");
    const files = [Buffer.from(csv), utf16, Buffer.from(utf16).swap16(), Buffer.from(csv, "latin1")];
    for (const [at, bytes] of files.entries()) {
      const { rows, leftOut } = await checkImport(store.shop, { bytes, actor });
      expect(rows).toMatchObject([
        {
          name: "Café Polo",
          values: { saleStartsAt: "2026-12-01T00:00", saleEndsAt: "2026-12-25T00:00", salePrice: 3000 },
        },
      ]);
      const guess = [{ line: 1, message: expect.stringMatching(/read as Windows text/) }];
      expect(leftOut.notes).toMatchObject(at === 3 ? guess : []);
    }
  });

  test("with too many rows is refused with its line, and nothing is written", async () => {
    const endless = await check(`Handle,Title,Variant Price\n${"cap,Cap,3\n".repeat(100_001)}`);
    expect(endless.problems).toMatchObject([
      { line: 100_002, message: expect.stringContaining("100,000 rows at most") },
    ]);
    const products = Array.from({ length: 10_001 }, (_, index) => `cap-${index},Cap,3`).join("\n");
    const tooMany = await check(`Handle,Title,Variant Price\n${products}\n`);
    expect(tooMany.problems).toMatchObject([{ message: expect.stringContaining("10,000 products at most") }]);
  });
});
