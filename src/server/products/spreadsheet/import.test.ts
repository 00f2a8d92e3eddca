import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { actor, editingTests } from "#test/shop/product-editing.ts";
import { deleteProduct } from "../delete-product.ts";
import { findEditable } from "../find-editable.ts";
import { applyImport } from "./apply-import.ts";
import { checkImport, IMPORT_HOURS } from "./check-import.ts";
import { EXPORT_ROWS_PER_READ, exportProductsCsv } from "./export-csv.ts";

const { shop, catalogChanges, picture, create, openForm, movements, hold, audit, spare, sell } =
  editingTests();

const check = (csv: string | Uint8Array) => checkImport(shop(), { bytes: Buffer.from(csv), actor });
const apply = (id: string | null) => applyImport(shop(), { id: id ?? "", actor });
const read = async (id: string) => (await findEditable(shop(), { id }))!;

async function exported(): Promise<string> {
  let csv = "";
  for await (const chunk of exportProductsCsv(shop())) csv += chunk;
  return csv;
}

const actions = async (csv: string) => (await check(csv)).rows.map((row) => row.action);
const problems = async (csv: string) =>
  (await check(csv)).problems.map(({ line, column, message }) => `${line} ${column}: ${message}`);
/** Why new products are left out, or what they lack. */
const told = async (csv: string | Uint8Array) => {
  const { notes, skipped } = (await check(csv)).leftOut;
  const reasons = [...notes, ...skipped.flatMap((product) => product.reasons)];
  return reasons.map(({ line, column, message }) => `${line} ${column}: ${message}`);
};

/** A file with one new product; other cells as given. */
const newRow = (cells: Record<string, string> = {}, columns = Object.keys(cells)) => {
  const all: Record<string, string> = {
    Title: "Links Cap",
    "Product Category": "Hats",
    "Variant Price": "32",
    "Variant Inventory Qty": "4",
    Description: "Washed cotton, six panels.",
    ...cells,
  };
  const head = [...new Set([...Object.keys(all), ...columns])];
  return `${head.join(",")}\r\n${head.map((column) => `"${(all[column] ?? "").replaceAll('"', '""')}"`).join(",")}\r\n`;
};

/** A file with the quantities of a product's options S, M, and L, and its price. */
const stockRows = (id: string, quantity: number[], price = 72) =>
  `ID,Option1 Value,Inventory quantity,Price\n${stockLines(id, quantity, price)}`;
const stockLines = (id: string, quantity: number[], price: number) =>
  quantity.map((each, index) => `${id},${["S", "M", "L"][index]},${each},${price}\n`).join("");

describe("the export", () => {
  test("the export holds every product of any state, and comes back unchanged", async () => {
    await create({ salePrice: "59.50", description: 'First "line",\nsecond line\n\n= not a formula' });
    await create({ name: "=1+1 Cap", options: "", quantity: "4", status: "draft" });
    await create({
      name: "'- quoted",
      status: "archived",
      images: [{ url: await picture(), alt: "-5 °, cold" }],
    });
    const csv = await exported();
    const first = "Handle,Title,Body (HTML),Product Category,Type,Tags,Published,Option1 Name,Option1 Value";
    expect(csv.startsWith(`\uFEFF${first},`)).toBe(true);
    expect(csv.split("\r\n", 1)[0]).toMatch(
      /,Status,ID,Sale price,Sale from,Sale to,Color,Swatch,Design,Material,Fit,Care,Own price,Own sale price,Stock at export$/,
    );
    expect(csv).toContain(",'=1+1 Cap,");
    expect(await actions(csv)).toEqual(["keep", "keep", "keep"]);
    expect(await check(csv)).toMatchObject({ id: null, problems: [] });
  });

  test("the export is read in chunks, and no product is missing or duplicated", async () => {
    const count = EXPORT_ROWS_PER_READ * 2;
    await sql`insert into products (name, price, category, created_at)
      select 'Cap ' || n, 3200, 'Hats', now() from generate_series(1, ${count}) n`.execute(shop().db);
    await sql`insert into inventory (product_id, on_hand) select id, 0 from products`.execute(shop().db);
    const ids = (await exported()).match(/,[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12},/g) ?? [];
    expect(new Set(ids).size).toBe(count);
    expect(ids.length).toBe(count);
  });
});

const NO_ID = "0d9ff4d4-6c9c-4c6e-9d4f-2f6f0f7f8f9f";

describe("the dry run", () => {
  test("the dry run reports what each row would do and changes nothing", async () => {
    const id = await create();
    const before = await read(id);
    const changed = `ID,Title,Price,Option1 Value,Inventory quantity\n${id},Harbor Polo II,80,S,3\n${id},,80,M,5\n${id},,80,L,7\n`;
    const { rows } = await check(changed);
    expect(rows).toMatchObject([
      {
        line: 2,
        action: "change",
        changes: [
          { label: "Product Name", was: "Harbor Polo", now: "Harbor Polo II" },
          { label: "Price", was: "$72.00", now: "$80.00" },
          { label: "Stock of M", was: "0", now: "5" },
        ],
      },
    ]);
    expect(await read(id)).toEqual(before);
    expect(await actions(newRow())).toEqual(["create"]);
    expect(catalogChanges()).toBe(1);
  });

  test("the dry run accepts the files of every spreadsheet program", async () => {
    const id = await create();
    const semicolons = `ID;Title;Price;Description\r\n${id};Harbor Polo;1.072,50;"Two\r\nlines; of text"\r\n`;
    for (const csv of [
      semicolons,
      `\uFEFF${semicolons}`,
      `sep=;\r\n${semicolons}`,
      semicolons.replaceAll(/\r\n/g, "\r"),
    ]) {
      const { rows, problems: found } = await check(csv);
      expect(found).toEqual([]);
      expect(rows).toMatchObject([{ values: { price: 107_250, description: "Two\nlines; of text" } }]);
    }
    expect(await actions(`id\tTITLE\n${id}\tNew Name\n`)).toEqual(["change"]);
    expect(await actions(`ID,Title,,\n${id},New Name\n\n,,,\n`)).toEqual(["change"]);
  });

  test("[PF-2] the dry run reports the form's messages with line and column", async () => {
    const id = await create();
    const csv = `ID,Title,Price,Sale price,Product Category,Status,Option1 Value,Inventory quantity\n${id},x,50,60,Shoes,sold,S,1\n${id},,50,,,,M,2\n${id},,50,,,,L,-1\n`;
    expect(await problems(csv)).toEqual([
      "2 Title: Name must be at least 2 characters long",
      "2 Sale price: Sale price must be below the price",
      "2 Product Category: Category must be Hats or Shirts",
      "2 Status: Status must be Active, Draft or Archived",
      "4 Variant Inventory Qty: L: Quantity must be a non-negative integer",
    ]);
    expect(await problems(`ID,Price,Description\n${id},free,short\n`)).toEqual([
      "2 Variant Price: Price must be a positive number",
    ]);
    expect(await problems(`ID,Price,Description\n${id},0,short\n`)).toEqual([
      "2 Variant Price: Price must be a positive number",
      "2 Body (HTML): Description must be at least 10 characters long",
    ]);
    expect((await check(csv)).id).toBeNull();
  });

  test("the dry run counts lines as an editor does", async () => {
    const csv =
      'Title,Product Category,Price,Inventory quantity,Description\n"A cap","Hats",1,1,"one\n\ntwo lines"\n\nx,Hats,1,1,Long enough text\n';
    expect(await told(csv)).toEqual(["6 Title: Name must be at least 2 characters long"]);
  });

  test.each([
    ["", "1 : The file is empty"],
    ["ID,Title\n", "1 : There are no products below the first row"],
    ["Title,title\nx,y\n", "1 title: This column appears twice"],
    ["cap,blue\n", /^1 : The first row must name the columns .* It has: cap, blue$/],
    ["ID,Type,Name,Published,Regular price\n1,simple,Cap,1,30\n", /^1 : This looks like a WooCommerce file/],
    [`ID,Title${",x".repeat(500_000)}\n1,Cap\n`, "1 : A file may have 500 columns at most"],
    [`ID,Title\n${"\n".repeat(1_000_001)}`, /^\d+ : A file may have 1,000,000 lines at most/],
    [`ID,Title\n${NO_ID},"open\n`, "2 : A quotation mark is opened here but never closed"],
    [`ID,Title\n${NO_ID},"5" cap\n`, /^2 : A quotation mark is out of place/],
    [`ID,Title\n${NO_ID},a,b\n`, /^2 : The row has 3 cells, but the first row names 2 columns/],
    [`ID,Title\n${NO_ID},Cap\n`, "2 ID: No product has this ID"],
    [`ID,Title,Image Alt Text\n${NO_ID},Cap,Front\n`, "2 Image Alt Text: There's no picture to describe"],
  ])("refuses %j", async (csv, message) => {
    const found = (await problems(csv))[0];
    typeof message === "string" ? expect(found).toBe(message) : expect(found).toMatch(message);
  });

  test("the dry run refuses two rows that contradict each other about one product, and a workbook in place of a CSV file", async () => {
    const id = await create();
    expect(await problems(`ID,Title\n${id},One\n${id.toUpperCase()},Two\n`)).toEqual([
      "3 Title: Line 2 has a different value for the same product",
    ]);
    const workbook = Buffer.from([0x50, 0x4b, 3, 4, 0, 0xff]);
    expect((await check(workbook)).problems[0]?.message).toMatch(/not a CSV file/);
  });

  test("a new product is a draft unless the file says otherwise, and may lack pictures as long as it is a draft", async () => {
    expect((await check(newRow())).rows).toMatchObject([
      { values: { status: "draft", images: [] }, hasNamesake: false },
    ]);
    await create({ name: "links cap" });
    expect((await check(newRow())).rows).toMatchObject([{ hasNamesake: true }]);
    const stored = await picture();
    expect(
      (await check(newRow({ Status: "active", "Image Src": stored, "Image Alt Text": "Front" }))).rows,
    ).toMatchObject([{ values: { status: "active", images: [{ url: stored, alt: "Front" }] } }]);
    expect((await check(newRow({ Status: "active" }))).rows).toMatchObject([{ values: { status: "draft" } }]);
    expect(await told(newRow({ "Image Src": "/files/gone.webp" }))).toEqual([
      "2 Image Src: This picture no longer exists. Remove it and upload it again",
    ]);
    const elsewhere = await check(newRow({ "Image Src": "https://elsewhere.example/a.jpg" }));
    expect(elsewhere).toMatchObject({ problems: [], leftOut: { pictures: 1, photoName: "links-cap-1.jpg" } });
  });

  test("[EA-3] an unfinished draft that was archived can be changed by a file, and goes on sale only when it is finished", async () => {
    const id = await create({ status: "draft" });
    const change = { price: 0, description: "", status: "archived" };
    await shop().db.updateTable("products").set(change).where("id", "=", id).execute();
    const file = await check(`ID,Type\n${id},Polo\n`);
    expect(file.problems).toEqual([]);
    expect(await apply(file.id)).toMatchObject({ ok: true, changed: 1 });
    expect(await read(id)).toMatchObject({ type: "Polo", status: "archived", price: 0, description: "" });
    expect(await problems(`ID,Status\n${id},Active\n`)).toEqual([
      "2 Variant Price: Price must be a positive number",
      "2 Body (HTML): Description must be at least 10 characters long",
    ]);
  });

  test("each option has a row, and a row's units belong to the option that it names", async () => {
    const id = await create();
    const rows = `Handle,Title,Option1 Value,Inventory quantity,Price\ncap,Cap,S,1,30\ncap,,M,0,30\n`;
    expect((await check(rows)).rows).toMatchObject([
      {
        values: {
          stock: [
            { variation: "S", onHand: 1 },
            { variation: "M", onHand: 0 },
          ],
        },
      },
    ]);
    expect(await problems(`ID,Inventory quantity\n${id},1\n`)).toEqual([
      "2 Variant Inventory Qty: Each option (S|M|L) needs a row, with its name in the column “Option1 Value”",
    ]);
  });

  /** The exported file with other quantities of an option. */
  const counted = (csv: string, option: string, was: number, is: number) =>
    csv.replace(new RegExp(`(,${option},.*,shopify),${was},`), `$1,${is},`);

  test("stock that was sold since the export stays sold, and is not silently overwritten", async () => {
    const id = await create();
    const csv = await exported();
    await sell(id, "L");
    expect(await actions(csv)).toEqual(["keep"]);
    expect(await problems(counted(csv, "L", 7, 9))).toEqual([
      expect.stringMatching(
        /^4 Variant Inventory Qty: Of L there were 7 when this file was exported and are 6 now\./,
      ),
    ]);
    const { rows } = await check(counted(csv, "M", 0, 2));
    expect(rows).toMatchObject([{ changes: [{ label: "Stock of M", was: "0", now: "2" }] }]);
  });

  test("stock of an option that the file renames or removes does not undo a sale", async () => {
    const id = await create();
    const csv = await exported();
    const changes = [csv.replace(",L,", ",Large,"), counted(csv.replace(/^.*,L,.*\r\n/m, ""), "M", 0, 7)];
    for (const changed of changes) expect(await problems(changed)).toEqual([]);
    await sell(id, "L");
    for (const changed of changes)
      expect(await problems(changed)).toEqual([
        expect.stringMatching(
          /^\d Variant Inventory Qty: Of L there were 7 when this file was exported and are 6 now\./,
        ),
      ]);
    expect(await problems(changes[0]!.replaceAll("S=3|M=0|L=7", ""))).toEqual([]);
  });

  test("an import can't take away units that shoppers hold", async () => {
    const id = await create();
    await hold(id, "L", 2);
    expect(await problems(stockRows(id, [3, 0, 1]))).toEqual([
      expect.stringMatching(/^4 Variant Inventory Qty: L: 2 are held for shoppers who are paying right now/),
    ]);
  });
});

describe("the import", () => {
  test("the import does everything that the preview showed, with ledger, audit log, and fresh pages", async () => {
    const id = await create();
    const [first, second] = [await picture(), await picture()];
    const old = (await read(id)).images[0]!.url;
    const head =
      "ID,Title,Product Category,Price,Compare-at price,Option1 Value,Inventory quantity,Description,Status,Image Src";
    const csv = `${head}
${id},Harbor Polo,Shirts,60,72,S,3,Piqué cotton with a soft collar.,Active,${first}
${id},,,60,72,M,4,,,${second}
${id},,,60,72,XL,9,,,
,New Cap,Hats,30,,,5,A cap out of a file.,,
`;
    const { id: importId } = await check(csv);
    const changes = catalogChanges();
    expect(await apply(importId)).toEqual({ ok: true, created: 1, changed: 1 });
    expect(catalogChanges()).toBe(changes + 1);
    expect(await read(id)).toMatchObject({
      version: 2,
      salePrice: 6_000,
      images: [{ url: first }, { url: second }],
      stock: [
        { variation: "S", onHand: 3 },
        { variation: "M", onHand: 4 },
        { variation: "XL", onHand: 9 },
      ],
    });
    expect((await movements(id)).slice(2)).toEqual([
      // Its variant no longer exists.
      { variation: null, kind: "adjustment", quantity: -7 },
      { variation: "M", kind: "adjustment", quantity: 4 },
      { variation: "XL", kind: "initial", quantity: 9 },
    ]);
    expect((await audit(id)).at(-1)).toMatchObject({
      action: "product.updated",
      after: { salePrice: 6_000 },
    });
    expect(await audit(importId!)).toMatchObject([
      { action: "products.imported", after: { created: 1, changed: 1 } },
    ]);
    expect(await spare()).not.toContain(first);
    const made = await shop()
      .db.selectFrom("products")
      .select(["id", "status", "stock"])
      .where("name", "=", "New Cap")
      .execute();
    expect(made).toMatchObject([{ status: "draft", stock: 5 }]);
    expect(await audit(made[0]!.id)).toMatchObject([
      { action: "product.created", after: { name: "New Cap" } },
    ]);
    expect(await read(id)).toMatchObject({ images: expect.not.arrayContaining([{ url: old }]) });
    expect(await apply(importId)).toEqual({ ok: false, reason: "already_imported" });
  });

  const conflict = async (meanwhile: (id: string) => Promise<unknown>) => {
    const [id, other] = [await create(), await create({ name: "Other Polo" })];
    const { id: importId } = await check(stockRows(id, [3, 0, 8], 80) + stockLines(other, [3, 0, 8], 80));
    await meanwhile(id);
    const result = await apply(importId);
    expect((await read(other)).price).toBe(7_200);
    return result;
  };

  test("the import reports what someone else has changed since the check, and writes nothing", async () => {
    const result = await conflict(async (id) => (await openForm(id))({ name: "Theirs" }));
    expect(result).toMatchObject({
      reason: "changed_meanwhile",
      conflicts: [{ line: 2, column: "", message: "Someone else changed “Theirs” since the check" }],
    });
    // The same file can be imported after another check.
    const { csv } = result as { csv: string };
    expect(await apply((await check(csv)).id)).toMatchObject({ ok: true, changed: 2 });
  });

  test("the import reports a sale since the check, and a deleted product", async () => {
    expect(await conflict((id) => sell(id, "L"))).toMatchObject({
      conflicts: [
        { line: 2, column: "Variant Inventory Qty", message: /The stock of “Harbor Polo” has changed/ },
      ],
    });
    expect(await conflict((id) => deleteProduct(shop(), { id, actor }))).toMatchObject({
      conflicts: [{ line: 2, column: "ID", message: "No product has this ID" }],
    });
  });

  test("an unchanged row of the import does not undo others' edits", async () => {
    const [id, other] = [await create(), await create({ name: "Other Polo" })];
    const { id: importId } = await check(`ID,Price\n${id},72\n${other},80\n`);
    await (await openForm(id))({ price: "75" });
    expect(await apply(importId)).toEqual({ ok: true, created: 0, changed: 1 });
    expect((await read(id)).price).toBe(7_500);
  });

  test("an import is possible for a day after its check", async () => {
    const { id } = await check(newRow());
    const late = { ...shop(), clock: () => shop().clock() + IMPORT_HOURS * 3_600_000 + 1 };
    expect(await applyImport(late, { id: id!, actor })).toEqual({ ok: false, reason: "not_found" });
    expect(await apply("nonsense")).toEqual({ ok: false, reason: "not_found" });
  });
});

/** How many products have a stock that differs from their options' sum. */
async function wrongStock(): Promise<number | undefined> {
  const { rows } = await sql<{ wrong: number }>`
    select (count(*) filter (where p.stock <> i.quantity))::integer as wrong
    from products p join (select product_id, sum(on_hand - held) as quantity from inventory group by 1) i
      on i.product_id = p.id`.execute(shop().db);
  return rows[0]?.wrong;
}

test("a new option counts its own units, whatever the product had before", async () => {
  const id = await create();
  await sql`update products set stock = 1000 where id = ${id}`.execute(shop().db);
  await sql`select set_on_hand(${id}, 'XXL', 4, 9, 'test', now())`.execute(shop().db);
  expect(await wrongStock()).toBe(0);
});
