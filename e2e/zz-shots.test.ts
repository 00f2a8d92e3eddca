import { test } from "vitest";
import { enterBackOffice, openAdmin } from "#test/browser/back-office.ts";
import { browserForTests } from "#test/browser/browser.ts";
import { shopForTests } from "#test/browser/shop-for-tests.ts";

const shop = shopForTests();
const browser = browserForTests();
const tee = ["Navy", "Clay"].flatMap((c) => ["S", "M", "L"].map((s, i) => `tee,${c === "Navy" && i === 0 ? "Links Tee,<p>A tee for long links.</p>" : ","},Tee,Color,${c},Size,${s},${c}-${s},${i},30.00,https://cdn.example/${c}.jpg`)).join("\n");
const FILE = `Handle,Title,Body (HTML),Type,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Inventory Qty,Variant Price,Image Src,Vendor
${tee}
many,Many Polo,,Polo,Size,S0,,,,1,20.00,,
${Array.from({ length: 20 }, (_, i) => `many,,,,,S${i + 1},,,,1,20.00,,`).join("\n")}
innocent,Innocent Café Polo,<p>A shirt for the long fairway.</p>,Polo,Size,M,,,X1,-3,free,,
twin,Twin Polo,<p>A shirt for the long fairway.</p>,Polo,Size,M,,,X1,4,29.00,,
`;
test("shots", async () => {
  for (const [w, h] of [[390, 844], [1280, 900]] as const)
    await browser.visit(`shots ${w}`, { viewport: { width: w, height: h }, expected: [/status of 4/] }, async ({ page, context }) => {
      await enterBackOffice(context, shop);
      await openAdmin(page, shop, "/admin/products/import");
      await page.screenshot({ path: `/tmp/import-shots/form-${w}.png`, fullPage: true });
      await page.getByLabel("CSV file").setInputFiles({ name: "products.csv", mimeType: "text/csv", buffer: Buffer.from(FILE, "latin1") });
      await page.getByRole("button", { name: "Check file" }).click();
      await page.getByRole("heading", { name: "Changes we made" }).waitFor();
      await page.screenshot({ path: `/tmp/import-shots/report-${w}.png`, fullPage: true });
      await openAdmin(page, shop, "/admin/orders");
      await page.screenshot({ path: `/tmp/import-shots/orders-${w}.png` });
    });
});
test("others are served", async () => {
  await browser.visit("m3", { viewport: { width: 1280, height: 900 }, expected: [/status of 4/] }, async ({ page, context }) => {
    await enterBackOffice(context, shop);
    await openAdmin(page, shop, "/admin/products/import");
    const files: [string, string][] = [
      ["100 KB of blank lines", `ID,Name\n${"\n".repeat(100_000)}`],
      ["4 MB of blank lines", `ID,Title\n${"\n".repeat(4_000_000)}`],
      ["500,000 columns", `ID,Title${",x".repeat(500_000)}\n1,2\n`],
      ["500,000 columns in a row", `ID,Title\n1,Cap${",x".repeat(500_000)}\n`],
      ["ghost rows", `ID,Title,A,B\n,Cap,,\n${",,,\n".repeat(30_000)}`],
      ["4 MB of ghost rows", `ID,Title,A,B\n,Cap,,\n${",,,\n".repeat(900_000)}`],
      ["100,000 variants of one", `Handle,Title,Option1 Value,Price\n${Array.from({ length: 99_000 }, (_, i) => `a,Cap,S${i},${i + 1}`).join("\n")}\n`],
      ["99,000 pictures of one", `Handle,Title,Image Src\n${Array.from({ length: 99_000 }, (_, i) => `a,Cap,https://cdn.example/${i}.jpg`).join("\n")}\n`],
      ["99,000 colors of one", `Handle,Title,Option1 Name,Option1 Value,Option2 Value,Price\n${Array.from({ length: 99_000 }, (_, i) => `a,Cap,Color,C${i},S${i % 7},3`).join("\n")}\n`],
      ["40 products of 2,450 rows", `Handle,Title,Option1 Name,Option1 Value,Option2 Value,Price\n${Array.from({ length: 98_000 }, (_, i) => `a${i % 40},Cap,Color,C${Math.floor(i / 40) % 99},S${Math.floor(i / 4000)},3`).join("\n")}\n`],
      ["quotes", `Handle,Title\n${'"\n'.repeat(500_000)}`],
    ];
    for (const [name, text] of files) {
      let on = true; let worst = 0; let n = 0;
      const other = (async () => { while (on) { const t = performance.now(); await fetch(new URL("/healthz", page.url())); worst = Math.max(worst, performance.now() - t); n++; } })();
      await openAdmin(page, shop, "/admin/products/import");
      const t = performance.now();
      const status = await page.evaluate(async (text) => {
        const form = new FormData(); form.set("intent", "check"); form.set("file", new File([text], "a.csv", { type: "text/csv" }));
        const started = performance.now();
        const r = await fetch("/admin/products/import.data", { method: "POST", body: form });
        const body = await r.text();
        return `${r.status} ${Math.round(performance.now() - started)} ms ${body.length}`;
      }, text);
      on = false; await other;
      console.log(name.padEnd(28), status, "| worst /healthz", Math.round(worst), "ms of", n, Math.round(performance.now() - t));
    }
  });
}, 120_000);
