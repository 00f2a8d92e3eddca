import { expect, test } from "vitest";
import { type Harness, openHarness } from "../harness.ts";
import { themes } from "../races/themes.ts";
import { heal } from "../schedule.ts";
import { World } from "../world.ts";

/** Ids that the database makes by chance; those of the world begin with zeros. */
const MADE_BY_DATABASE = /(?!0{8})[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}/g;

/** Every row of the shop after the settings of all races, one after the other, and all that the workers then do. */
async function workThrough(harness: Harness): Promise<Record<string, unknown>> {
  await harness.server.empty(harness.monitor);
  const world = new World(harness, 11);
  for (const theme of themes) {
    world.products = [];
    await theme.prepare(world);
  }
  await heal(world);
  const { rows } = await harness.monitor.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'
      and tablename not like 'kysely%' and tablename not in ('function_files', 'store_settings', 'backup_rules') order by 1`,
  );
  const all: Record<string, unknown> = {};
  for (const { name } of rows) {
    const found = await harness.monitor.query<{ it: string }>(
      `select to_jsonb(t)::text as it from ${name} t`,
    );
    all[name] = found.rows.map(({ it }) => it.replaceAll(MADE_BY_DATABASE, "some id")).sort();
  }
  await world.end();
  return all;
}

test("functions with stops do what functions without them do, as long as nothing stops", async () => {
  const [stopping, plain] = [await openHarness(), await openHarness({ stops: false })];
  try {
    const { rows } = await plain.monitor.query(
      "select from pg_proc where pronamespace = 'public'::regnamespace and prosrc like '%weave.step%'",
    );
    expect(rows).toEqual([]);
    const expected = await workThrough(plain);
    expect(expected.orders).not.toEqual([]);
    expect(await workThrough(stopping)).toEqual(expected);
  } finally {
    await stopping.close();
    await plain.close();
  }
}, 120_000);
