// The embedded database in a folder; a PostgreSQL server flushes for itself.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { recordFlushes } from "#test/shop/recorded-flushes.ts";
import { openEmbedded } from "../db/embedded.ts";

test("a commit flushes its log, and a checkpoint the tables before the log that protects them is used again", async () => {
  const home = mkdtempSync(path.join(tmpdir(), "shop-durable-"));
  const { acts, stop } = recordFlushes(home);
  try {
    const lite = await openEmbedded(home, () => {});
    try {
      await lite.query("create table kept (n integer)");
      acts.splice(0);
      await lite.query("insert into kept values (1)");
      expect(acts).toEqual([expect.stringMatching(/^flush database\/pg_wal\/[0-9A-F]{24}$/)]);
      await lite.query("checkpoint");
      const places = acts.splice(0).map((act) => act.replace("flush database/", ""));
      const { rows } = await lite.query<{ place: string }>("select pg_relation_filepath('kept') as place");
      expect(places).toContain(rows[0]?.place);
      expect(places.lastIndexOf("global/pg_control")).toBeGreaterThan(places.indexOf(rows[0]?.place ?? ""));
    } finally {
      await lite.close();
    }
  } finally {
    stop();
    rmSync(home, { recursive: true, force: true });
  }
});
