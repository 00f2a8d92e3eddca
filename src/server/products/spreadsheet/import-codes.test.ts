import { expect, test } from "vitest";
import { actor, editingTests } from "#test/shop/product-editing.ts";
import { findEditable } from "../find-editable.ts";
import { applyImport } from "./apply-import.ts";
import { checkImport } from "./check-import.ts";
import { exportProductsCsv } from "./export-csv.ts";

const { shop, create, openForm } = editingTests();

const check = (csv: string) => checkImport(shop(), { bytes: Buffer.from(csv), actor });
const problems = async (csv: string) =>
  (await check(csv)).problems.map(({ line, column, message }) => `${line} ${column}: ${message}`);
const read = async (id: string) => (await findEditable(shop(), { id }))!;

async function load(csv: string) {
  const { id, problems: found } = await check(csv);
  expect(found).toEqual([]);
  return applyImport(shop(), { id: id ?? "", actor });
}

async function exported(): Promise<string> {
  let csv = "";
  for await (const chunk of exportProductsCsv(shop())) csv += chunk;
  return csv;
}

const codes = [
  { option: "S", sku: "P-S", gtin: "4006381333931", mpn: "" },
  { option: "M", sku: "", gtin: "", mpn: "MK-1" },
  { option: "L", sku: "'=L", gtin: "036000291452", mpn: "" },
];

test("[CH-1] codes are exported in the order of the options and come back unchanged", async () => {
  const id = await create({ codes });
  await create({
    name: "A cap",
    options: "",
    quantity: "1",
    codes: [{ option: "", sku: "-C", gtin: "", mpn: "" }],
  });
  const before = await read(id);
  const csv = await exported();
  expect((await check(csv)).rows.map((row) => row.action)).toEqual(["keep", "keep"]);
  const coded = (rows: string) => `ID,Option1 Value,SKU,Barcode,Google Shopping / MPN\n${rows}`;
  await load(coded(`${id},S,P-S,,\n${id},M,,,MK-1\n${id},L,P-L,,\n`));
  expect((await read(id)).stock).toMatchObject([
    { variation: "S", sku: "P-S", gtin: "", onHand: 3 },
    { variation: "M", sku: "", gtin: "", mpn: "MK-1" },
    { variation: "L", sku: "P-L", gtin: "" },
  ]);
  // Files made before codes existed do not mention them.
  await load(`ID,Price\n${id},80\n`);
  expect((await read(id)).stock[0]).toMatchObject({ sku: "P-S" });
  await load(csv);
  expect((await read(id)).stock).toEqual(before.stock);
});

test("[CH-1] a file with codes that are invalid, missing, or taken is refused and changes nothing", async () => {
  const [polo, cap] = [await create({ codes }), await create({ name: "Cap", options: "", quantity: "1" })];
  const before = [await read(polo), await read(cap)];
  const rows = (column: string, codes: string[]) =>
    `ID,Option1 Value,${column}\n${codes.map((code, index) => `${polo},${["S", "M", "L"][index]},${code}\n`).join("")}`;
  expect(
    await problems(`${rows("Barcode", ["4006381333932", "", ""])}${cap},Default Title,4006381333931\n`),
  ).toEqual([
    "2 Variant Barcode: S: The GTIN 4006381333932 has a wrong check digit: after 400638133393 comes 1. Compare it with the digits below the bar code",
    "5 Variant Barcode: The GTIN 4006381333931 belongs to “Harbor Polo (S)” already. Give each option its own",
  ]);
  expect(await problems(`ID,SKU\n${polo},A\n`)).toEqual([
    "2 Variant SKU: Each option (S|M|L) needs a row, with its name in the column “Option1 Value”",
  ]);
  expect(await problems(`${rows("SKU", ["", "A", ""])}${cap},,a\n`)).toEqual([
    "5 Variant SKU: The SKU a belongs to “Harbor Polo (M)” already. Give each option its own",
  ]);
  expect([await read(polo), await read(cap)]).toEqual(before);
  // A code may move within one file.
  await load(`${rows("SKU", ["", "", ""])}${cap},,p-s\n`);
  expect((await read(cap)).stock).toMatchObject([{ sku: "p-s" }]);
});

test("[CH-1] a word that differs only in case takes the known spelling, in the form and in a file", async () => {
  await create({ type: "Rope cap", design: "Links" });
  const id = await create({ name: "Another", type: "rope CAP", design: "LINKS", color: "pine" });
  expect(await read(id)).toMatchObject({ type: "Rope cap", design: "Links", color: "pine" });
  await load(`ID,Type\n${id},ROPE CAP II\n`);
  expect(await read(id)).toMatchObject({ type: "ROPE CAP II" });
  const [row] = (await check(`ID,Type,Price\n${id},rope cap,80\n`)).rows;
  expect(row).toMatchObject({ values: { type: "Rope cap" } });
  const two = `Title,Product Category,Price,Inventory quantity,Description,Type\nOne,Hats,1,1,Long enough text,Visor\nTwo,Hats,1,1,Long enough text,VISOR\n`;
  expect((await check(two)).rows).toMatchObject([
    { values: { type: "Visor" } },
    { values: { type: "Visor" } },
  ]);
  // The owner decides how to spell a word that only one product has.
  const save = await openForm(id);
  expect(await save({ type: "Rope Cap ii" })).toMatchObject({ ok: true });
  expect(await read(id)).toMatchObject({ type: "Rope Cap ii" });
});
