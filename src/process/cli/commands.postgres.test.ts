import { existsSync } from "node:fs";
import { expect, inject, test } from "vitest";
import { openPostgresDatabase } from "#server/db/database.ts";
import { query } from "#test/database/own-postgres.ts";
import { OWNER_PASSWORD as PASSWORD } from "#test/sales/people.ts";
import { freePort } from "#test/servers/postgres.ts";
import {
  adminFolder,
  expectRestored,
  type Place,
  runAdmin as run,
  STACK,
} from "#test/shop/admin-commands.ts";

const origin = inject("testDatabase");
if (origin.kind !== "postgres") throw new Error("These tests need PostgreSQL.");
const { adminUrl, template } = origin;
const LONG = 120_000;
let databases = 0;

const { inFolder, place: inPlace } = adminFolder();

/** A shop whose database is empty, or a copy of `from`. */
async function newPlace(name: string, from?: string): Promise<Place & { DATABASE_URL: string }> {
  databases += 1;
  const database = `admin_${process.pid}_${databases}`;
  const admin = await openPostgresDatabase(adminUrl);
  await admin.pool.query(`create database ${database} ${from ? `template ${from}` : ""}`);
  await admin.close();
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  return { ...inPlace(name), DATABASE_URL: url.href };
}

test.each([["doctor"], ["attention"], ["reconcile"], ["turn-off-second-factor"]])(
  "%s makes no shop in an empty database, and says so",
  async (verb) => {
    const place = await newPlace("no-shop");
    const { code, notes } = await run([verb], place);
    expect([code, notes]).toEqual([
      1,
      "There is no shop in the database at DATABASE_URL yet. npm start creates one. If yours is elsewhere, point the variable to it.",
    ]);
    expect(existsSync(inFolder("no-shop"))).toBe(false);
    expect(await query(place.DATABASE_URL, "select from pg_tables where schemaname = 'public'")).toEqual([]);
  },
);

test(
  "the first password makes a shop in an empty database, which the doctor finds healthy",
  async () => {
    const place = await newPlace("first");
    expect(await run(["set-password"], place, `${PASSWORD}\n`)).toMatchObject({ code: 0 });
    expect(await run(["doctor"], place)).toMatchObject({ code: 0 });
  },
  LONG,
);

test(
  "a backup put in place elsewhere is the same shop, with secrets and pictures",
  async () => {
    const [from, other] = [await newPlace("origin", template), await newPlace("other")];
    const file = inFolder("shop.backup");
    await expectRestored({ origin: from, other, file });
    const replaced = await run(["restore", file, "--replace"], other);
    expect(replaced, replaced.notes).toMatchObject({ code: 0 });
    expect(await run(["doctor"], other)).toMatchObject({ code: 0 });
  },
  LONG,
);

test("[KN-6] a database that holds no shop is not backed up", async () => {
  const file = inFolder("none.backup");
  const { code, notes } = await run(["backup", file], await newPlace("none"));
  expect(code).toBe(1);
  expect(notes).toContain("No backup: there is no shop in the database yet");
  expect(existsSync(file)).toBe(false);
});

test("an unreachable database is reported without a stack and without its password", async () => {
  const DATABASE_URL = `postgres://shop:secret-word@127.0.0.1:${await freePort()}/shop`;
  const { code, notes } = await run(["reconcile"], { ...inPlace("away"), DATABASE_URL });
  expect(code).toBe(1);
  expect(notes).toContain("The database at DATABASE_URL can't be used: connect");
  expect(notes).not.toMatch(STACK);
  expect(notes).not.toContain("secret-word");
});
