import { readFile } from "node:fs/promises";
import { afterAll, expect, test } from "vitest";
import { openInMemory } from "#server/db/embedded.ts";
import { imagedDatabase } from "./imaged-database.ts";
import { migratedImage } from "./migrated-image.ts";

const imaged = imagedDatabase(await openInMemory(new Blob([await readFile(await migratedImage())])));
const { pool, close } = imaged.database;
afterAll(close);

const COUNT = "select count(*)::integer as count from contact_messages";
const WRITE = "insert into settings_copy select n, repeat('x', 500) from generate_series(1, 2000) as n";

const ask = async (text: string, name?: string) =>
  (await pool.query(name ? { name, text, values: [] } : text)).rows[0];

test("a rehearsal leaves nothing, and an image restores rows, files, sequences and statements", async () => {
  await imaged.rehearse(async () => {
    const client = await pool.connect();
    // The last one ends a transaction that has already ended, like a driver whose commit lost its response.
    for (const text of ["begin", "commit", "rollback"]) await client.query(text);
    client.release();
    await pool.query("create table rehearsed (id integer)");
    await pool.query("select nextval('payment_reads')");
    await pool.query(COUNT);
  });
  expect(await ask("select to_regclass('rehearsed') is not null as there")).toEqual({ there: false });
  const restore = await imaged.keep();
  for (let round = 0; round < 2; round += 1) {
    await restore();
    expect(await ask("select nextval('payment_reads')::integer as next", "next")).toEqual({ next: 1 });
    expect(await ask(COUNT, "count")).toEqual({ count: 0 });
    await pool.query("create table settings_copy (id integer, words text)");
    await pool.query(WRITE);
    await pool.query("checkpoint");
    expect(await ask("select count(*)::integer as count from settings_copy")).toEqual({ count: 2000 });
    // Closes the file that was open when the image was taken.
    await pool.query("truncate contact_messages cascade");
  }
  await restore();
  await pool.query("create table changed (id integer)");
  const restoreChanged = await imaged.keep();
  await restore();
  expect(await ask("select to_regclass('changed') is null as gone")).toEqual({ gone: true });
  await restoreChanged();
  expect(await ask("select count(*)::integer as count from changed")).toEqual({ count: 0 });
});
