import { afterAll, expect, test } from "vitest";
import type { Engine } from "../world/engine.ts";
import { openColdEngine } from "../world/engine.ts";

let engine: Engine | undefined;
afterAll(() => engine?.close());

const COUNT = "select count(*)::integer as count from contact_messages";
const WRITE = "insert into store_settings_copy select n, repeat('x', 500) from generate_series(1, 2000) as n";

test("an image puts back rows, files, sequences and statements, and a change has an image of its own", async () => {
  const opened = await openColdEngine(async ({ pool }) => {
    await pool.query("create table taken_back (id integer)");
    await pool.query("select nextval('payment_reads')");
    await pool.query(COUNT);
  });
  engine = opened;
  const { pool } = opened;
  const ask = async (text: string, name?: string) =>
    (await pool.query(name ? { name, text, values: [] } : text)).rows[0];
  const isThere = "select to_regclass('taken_back') is not null as there";
  expect(await ask(isThere)).toEqual({ there: false });
  for (let round = 0; round < 2; round += 1) {
    await opened.empty();
    expect(await ask("select nextval('payment_reads')::integer as next", "next")).toEqual({ next: 1 });
    expect(await ask(COUNT, "count")).toEqual({ count: 0 });
    await pool.query("create table store_settings_copy (id integer, words text)");
    await pool.query(WRITE);
    await pool.query("checkpoint");
    expect(await ask("select count(*)::integer as count from store_settings_copy")).toEqual({ count: 2000 });
    // Closes the file that was open when the image was taken.
    await pool.query("truncate contact_messages cascade");
  }
  const undo = await opened.change(() => pool.query("create table changed (id integer)"));
  await opened.empty();
  expect(await ask("select count(*)::integer as count from changed")).toEqual({ count: 0 });
  await undo();
  expect(await ask("select to_regclass('changed') is null as gone")).toEqual({ gone: true });
}, 120_000);
