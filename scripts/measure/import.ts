// How long an import of many new products takes on both databases, and in which statements:
//   node scripts/measure/import.ts [--products 10000]
// Each product has three options. The file is checked and applied as the back office does it.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { type Database, openEmbeddedDatabase, openPostgresDatabase } from "#server/db/database.ts";
import { migrate } from "#server/db/migrate.ts";
import { applyImport } from "#server/products/spreadsheet/apply-import.ts";
import { checkImport } from "#server/products/spreadsheet/check-import.ts";
import type { Shop } from "#server/shop.ts";
import { startPostgres } from "#test/postgres.ts";
import { readCommandLine, wholeNumber } from "../../programs/command-line.ts";

const STATEMENTS_TOLD = 6;
const { values } = readCommandLine("node scripts/measure/import.ts [--products 10000]", {
  options: { products: { type: "string", default: "10000" } },
});
const products = wholeNumber("products", values.products);
const actor = "owner@example.com";

const lines = Array.from(
  { length: products },
  (_, count) =>
    `Cap ${count},Hats,${20 + (count % 40)},S|M|L,${count % 7}|${count % 5}|3,"Washed cotton, number ${count}, out of a long file.",Draft`,
);
const csv = Buffer.from(["Name,Category,Price,Options,Stock,Description,Status", ...lines].join("\n"));

function shopOn({ db }: Database): Shop {
  return {
    db,
    clock: Date.now,
    newId: () => crypto.randomUUID(),
    catalogChanged: async () => {},
    files: { remove: async () => {} },
  } as unknown as Shop;
}

/** Adds up how long each statement waits for its answer, keyed by its first words. */
function watchStatements(): Map<string, { count: number; ms: number }> {
  const told = new Map<string, { count: number; ms: number }>();
  const query = pg.Client.prototype.query as (...all: unknown[]) => unknown;
  pg.Client.prototype.query = function watched(this: pg.Client, ...all: unknown[]) {
    const text = typeof all[0] === "string" ? all[0] : String((all[0] as { text?: string })?.text ?? "");
    const name = text.replace(/\s+/g, " ").trim().slice(0, 70);
    const start = performance.now();
    const answer = query.apply(this, all);
    if (answer instanceof Promise) {
      const note = () => {
        const { count, ms } = told.get(name) ?? { count: 0, ms: 0 };
        told.set(name, { count: count + 1, ms: ms + performance.now() - start });
      };
      answer.then(note, note);
    }
    return answer;
  } as typeof pg.Client.prototype.query;
  return told;
}

async function measure(name: string, database: Database): Promise<void> {
  await migrate(database.db);
  const shop = shopOn(database);
  told.clear();
  const start = performance.now();
  const { id, problems } = await checkImport(shop, { bytes: csv, actor });
  if (!id) throw new Error(JSON.stringify(problems.slice(0, 3)));
  const checked = performance.now();
  const result = await applyImport(shop, { id, actor });
  const applied = performance.now();
  if (!result.ok || result.created !== products) throw new Error(JSON.stringify(result).slice(0, 500));
  const seconds = (from: number, to: number) => `${((to - from) / 1_000).toFixed(2)} s`;
  console.log(
    `${name}: ${products} products, check ${seconds(start, checked)}, import ${seconds(checked, applied)}`,
  );
  const dearest = [...told].sort(([, a], [, b]) => b.ms - a.ms).slice(0, STATEMENTS_TOLD);
  for (const [statement, { count, ms }] of dearest) {
    console.log(`  ${ms.toFixed(0).padStart(6)} ms in ${String(count).padStart(3)} × ${statement}`);
  }
  await database.close();
}

const told = watchStatements();
const server = await startPostgres();
const folder = await mkdtemp(path.join(tmpdir(), "measure-import-"));
try {
  await measure("embedded", await openEmbeddedDatabase(folder, () => {}));
  await measure("PostgreSQL", await openPostgresDatabase(server.url("postgres")));
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
