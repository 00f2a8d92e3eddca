// On both databases: backup and restore are other programs, and a new shop is another start.

import { spawn } from "node:child_process";
import { scryptSync } from "node:crypto";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { unpackData } from "#server/db/backup/archive/data-tar.ts";
import { isPostgresEmpty } from "#server/db/backup/postgres-tools.ts";
import { type Database, openEmbeddedDatabase, openPostgresDatabase } from "#server/db/database.ts";
import { lockFolder } from "#server/db/folder-lock.ts";
import { loadSecrets } from "#server/secrets.ts";
import { OWNER, OWNER_PASSWORD as PASSWORD } from "#test/people.ts";
import { freePort } from "#test/postgres.ts";
import { countedUuid, TEST_TIME } from "#test/shop.ts";
import { runAdminCommand } from "./commands.ts";

const origin = inject("testDatabase");
const LONG = 120_000;
const STACK = /^\s+at /m;
let folder = "";
let databases = 0;

const inFolder = (name: string) => path.join(folder, name);

/** Opening a new engine and migrating it takes seconds: it is done once, and shops that exist are copies of it. */
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "shop-admin-"));
  if (origin.kind !== "embedded") return;
  mkdirSync(inFolder("migrated"));
  await unpackData(origin.image, inFolder("migrated/database"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Place = { DATA_DIR: string; ADMIN_EMAIL: string; DATABASE_URL?: string };

/** The settings of a shop that does not exist yet, on the engine under test. */
async function newPlace(name: string, template?: string): Promise<Place> {
  const place = { DATA_DIR: inFolder(name), ADMIN_EMAIL: OWNER };
  if (origin.kind === "embedded") return place;
  databases += 1;
  const database = `admin_${process.pid}_${databases}`;
  const admin = await openPostgresDatabase(origin.adminUrl);
  await admin.pool.query(`create database ${database} ${template ? `template ${template}` : ""}`);
  await admin.close();
  const url = new URL(origin.adminUrl);
  url.pathname = `/${database}`;
  return { ...place, DATABASE_URL: url.href };
}

/** The settings of a shop that was started before: its database is migrated, and empty. */
async function oldPlace(name: string): Promise<Place> {
  if (origin.kind === "postgres") return newPlace(name, origin.template);
  cpSync(inFolder("migrated"), inFolder(name), { recursive: true });
  return newPlace(name);
}

function openDatabase(place: Place): Promise<Database> {
  return place.DATABASE_URL
    ? openPostgresDatabase(place.DATABASE_URL)
    : openEmbeddedDatabase(place.DATA_DIR, () => {});
}

async function run(command: string[], variables: Record<string, string>, typed = "") {
  const output: string[] = [];
  const notes: string[] = [];
  const code = await runAdminCommand(command, variables, {
    say: (text) => output.push(text),
    note: (text) => notes.push(text),
    clock: () => TEST_TIME,
    input: Readable.from([typed]),
  });
  return { code, output: output.join("\n"), notes: notes.join("\n") };
}

describe("a command that is not understood", () => {
  const place = () => ({ DATA_DIR: inFolder("untouched") });

  test("the command line without a verb, and help, show every verb", async () => {
    expect(await run([], place())).toMatchObject({ code: 2 });
    const help = await run(["help"], place());
    expect(help.code).toBe(0);
    const verbs = [
      "set-password",
      "turn-off-second-factor",
      "doctor",
      "attention",
      "reconcile",
      "migrate",
      "backup",
      "restore",
      "move-to-postgres",
      "seed",
    ];
    for (const verb of verbs) expect(help.output).toContain(`  ${verb}`);
  });

  test.each([
    [["dance"], 'There is no "dance".'],
    [["constructor"], 'There is no "constructor".'],
    [["doctor", "now"], "doctor takes no parameters."],
    [["reconcile", "x"], "reconcile takes a number of days from 1 to 365."],
    [["reconcile", "0"], "reconcile takes a number of days from 1 to 365."],
    [["reconcile", "999"], "reconcile takes a number of days from 1 to 365."],
    [["attention", "retry"], "attention takes nothing, `retry <name>`, or `close <name> <why>`."],
    [["attention", "close", "x"], "attention takes nothing"],
    [["attention", "drop", "x"], "attention takes nothing"],
    [["backup"], "backup takes the file to write"],
    [["backup", "--help"], "backup takes the file to write"],
    [["fetch-backup", "--help"], "fetch-backup takes the file to write"],
    [["restore", "a", "b"], "restore takes the file to read."],
    [["seed", "more"], "seed takes no parameters."],
    [["turn-off-second-factor", "now"], "turn-off-second-factor takes no parameters."],
    [["set-password", "a very long pass phrase"], "A password is not given on the command line"],
  ])("%j says why, and touches nothing", async (command, why) => {
    const { code, notes } = await run(command, place());
    expect(code).toBe(2);
    expect(notes).toContain(why);
    expect(existsSync(inFolder("untouched"))).toBe(false);
  });

  test("the command line names every setting that is wrong", async () => {
    const { code, notes } = await run(["doctor"], { ...place(), PORT: "x", LOG_LEVEL: "loud" });
    expect(code).toBe(1);
    expect(notes).toMatch(/PORT must be.*\n.*LOG_LEVEL must be/);
  });
});

test("a shop that is not there yet is neither healthy nor made by asking", async () => {
  const place = await newPlace("nothing");
  const { code, output, notes } = await run(["doctor"], place);
  expect(code).toBe(1);
  expect(output + notes).toMatch(/There is no shop in|Migrations are missing/);
  expect(existsSync(path.join(inFolder("nothing"), "database"))).toBe(false);
});

test.each([["doctor"], ["attention"], ["reconcile"], ["turn-off-second-factor"]])(
  "%s makes no shop where there is none, and says so",
  async (verb) => {
    const place = await newPlace("no-shop");
    const { code, notes } = await run([verb], place);
    const [where, elsewhere] =
      origin.kind === "embedded"
        ? [inFolder("no-shop"), "set DATA_DIR or DATABASE_URL"]
        : ["the database at DATABASE_URL", "name that one"];
    expect([code, notes]).toEqual([
      1,
      `There is no shop in ${where} yet. npm start makes one. If yours is elsewhere, ${elsewhere}.`,
    ]);
    expect(existsSync(inFolder("no-shop"))).toBe(false);
    if (place.DATABASE_URL) expect(await isPostgresEmpty(place.DATABASE_URL)).toBe(true);
  },
);

test.runIf(origin.kind === "embedded").each([["doctor"], ["attention"]])(
  "%s says of a folder whose shop has moved where it is",
  async (verb) => {
    const moved = await newPlace("moved");
    mkdirSync(inFolder("moved/moved-to-postgres-2030"), { recursive: true });
    expect((await run([verb], moved)).notes).toMatch(/moved to PostgreSQL, and DATABASE_URL is not set/);
  },
);

test(
  "a password too short changes nothing; a good one is set; the doctor finds the shop healthy",
  async () => {
    const place = await newPlace("first");
    expect(await run(["set-password"], place, "short\n")).toMatchObject({ code: 1 });
    const set = await run(["set-password"], place, `${PASSWORD}\nsecond line\n`);
    expect(set).toMatchObject({ code: 0 });
    expect(set.output).toContain("owner@example.com");
    expect(await run(["doctor"], place)).toMatchObject({ code: 0 });
    const reconciled = await run(["reconcile", "3"], place);
    expect(reconciled).toMatchObject({ code: 0 });
    expect(reconciled.output).toContain("0 payments looked at, 0 settled.");
    await expectStrongHash(place);
  },
  LONG,
);

/** Tests hash at a low cost (test/cheap-passwords.ts); what the programs of the shop write must not be cheap. */
async function expectStrongHash(place: Place) {
  const database = await openDatabase(place);
  const { password } = await database.db.selectFrom("account").select("password").executeTakeFirstOrThrow();
  await database.close();
  const [salt = "", key] = password?.split(":") ?? [];
  const cost = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 };
  expect(scryptSync(PASSWORD, salt, 64, cost).toString("hex")).toBe(key);
}

test(
  "a backup put in place elsewhere is the same shop, with secrets and pictures",
  async () => {
    const place = await oldPlace("origin");
    loadSecrets({ dataDir: place.DATA_DIR, shopSecret: null, shopSecretOld: null });
    const picture = "files/product-images/cap-1024.webp";
    mkdirSync(path.dirname(path.join(inFolder("origin"), picture)), { recursive: true });
    writeFileSync(path.join(inFolder("origin"), picture), "picture");
    const file = inFolder("shop.backup");
    const saved = await run(["backup", file], place);
    expect(saved, saved.notes).toMatchObject({ code: 0 });
    expect(await run(["backup", file], place)).toMatchObject({ code: 1 });

    const other = await newPlace("other");
    const restored = await run(["restore", file], other);
    expect(restored, restored.notes).toMatchObject({ code: 0 });
    const read = (name: string, part: string) => readFileSync(path.join(inFolder(name), part), "utf8");
    expect(read("other", picture)).toBe("picture");
    expect(read("other", "secrets.json")).toBe(read("origin", "secrets.json"));
    expect(await run(["doctor"], other)).toMatchObject({ code: 0 });

    const again = await run(["restore", file], other);
    expect(again).toMatchObject({ code: 1 });
    expect(again.notes).toContain("--replace");
    const replaced = await run(["restore", file, "--replace"], other);
    expect(replaced, replaced.notes).toMatchObject({ code: 0 });
    expect(await run(["doctor"], other)).toMatchObject({ code: 0 });
  },
  LONG,
);

test.runIf(origin.kind === "postgres")("[KN-6] a database that holds no shop is not backed up", async () => {
  const file = inFolder("none.backup");
  const { code, notes } = await run(["backup", file], await newPlace("none"));
  expect(code).toBe(1);
  expect(notes).toContain("No backup: the database at DATABASE_URL holds no shop.");
  expect(existsSync(file)).toBe(false);
});

test(
  "a lost second factor is turned off, and a catalog with products is not seeded",
  async () => {
    const place = await oldPlace("locked-out");
    await run(["set-password"], place, `${PASSWORD}\n`);
    const none = await run(["turn-off-second-factor"], place);
    expect(none).toMatchObject({ code: 1, notes: "No second factor was on. Nothing was changed." });
    const database = await openDatabase(place);
    const user = await database.db.selectFrom("user").select("id").executeTakeFirstOrThrow();
    const factor = { user_id: user.id, secret: "sealed", last_step: 1, created_at: new Date(TEST_TIME) };
    await database.db.insertInto("second_factors").values(factor).execute();
    const cap = { id: countedUuid(1), name: "Cap", category: "Hats", price: 3000, description: "" };
    await database.db.insertInto("products").values(cap).execute();
    await database.close();
    const off = await run(["turn-off-second-factor"], place);
    expect(off).toMatchObject({ code: 0 });
    expect(off.output).toContain("owner@example.com signs in with the password alone now.");
    expect(await run(["turn-off-second-factor"], place)).toMatchObject({ code: 1 });
    const seeded = await run(["seed"], place);
    expect(seeded).toMatchObject({ code: 1, notes: expect.stringContaining("has products already") });
  },
  LONG,
);

const SCRIPT = "/usr/bin/script";

/** The command behind a terminal of its own, as a person at a keyboard has; answers what the terminal showed. */
async function atKeyboard(command: string, variables: Record<string, string>, answers: [string, string][]) {
  const child = spawn(SCRIPT, ["-qec", command, "/dev/null"], {
    env: { PATH: process.env.PATH, ...variables },
    stdio: ["pipe", "pipe", "inherit"],
  });
  let shown = "";
  const left = [...answers];
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    shown += text;
    const [question, keys] = left[0] ?? [];
    if (question === undefined || !shown.includes(question)) return;
    left.shift();
    child.stdin.write(`${keys}\r`);
  });
  const [code] = (await once(child, "close")) as [number];
  return { code, shown };
}

test.runIf(origin.kind === "embedded" && process.platform === "linux" && existsSync(SCRIPT))(
  "at a keyboard the password is asked for twice and never shown",
  async () => {
    const place = await oldPlace("keyboard");
    const command = `"${process.execPath}" --disable-warning=ExperimentalWarning src/process/cli/commands.ts set-password`;
    const [good, other] = [PASSWORD, "another long pass phrase"];
    const type = (first: string, second: string) =>
      atKeyboard(command, place, [
        ["New password", first],
        ["Once more", second],
      ]);
    const differ = await type(good, other);
    expect(differ).toMatchObject({ code: 1, shown: expect.stringContaining("The two passwords differ") });
    const set = await type(good, good);
    expect(set).toMatchObject({ code: 0, shown: expect.stringContaining("owner@example.com is set") });
    expect(differ.shown + set.shown).not.toMatch(/long pass phrase/);
    const canceled = await atKeyboard(command, place, [["New password", "\u0003"]]);
    expect(canceled).toMatchObject({ code: 1, shown: expect.stringContaining("Canceled") });
    expect(canceled.shown).not.toMatch(STACK);
  },
  LONG,
);

test("a restore from a file that is no backup changes nothing", async () => {
  const place = await newPlace("kept");
  writeFileSync(inFolder("letter.txt"), "Dear owner");
  const { code, notes } = await run(["restore", inFolder("letter.txt")], place);
  expect(code).toBe(1);
  expect(notes).toContain("can't be used");
  expect(await run(["restore", inFolder("missing")], place)).toMatchObject({ code: 1 });
});

test("what the system or the database refuses is told without a stack", async () => {
  const place = await oldPlace("refused");
  writeFileSync(inFolder("a-file"), "");
  const unwritable = await run(["backup", inFolder("a-file/shop.backup")], place);
  expect(unwritable).toMatchObject({ code: 1, notes: expect.stringMatching(/a-file/) });
  expect(unwritable.notes).not.toMatch(STACK);
  const ofFolder = await run(["restore", folder], place);
  expect(ofFolder).toMatchObject({ code: 1, notes: `Nothing was restored: there is no file ${folder}.` });
  if (origin.kind === "embedded") return;
  const DATABASE_URL = `postgres://shop:secret-word@127.0.0.1:${await freePort()}/shop`;
  const away = await run(["restore", "--undo"], { ...place, DATABASE_URL });
  expect(away).toMatchObject({
    code: 1,
    notes: expect.stringContaining("PostgreSQL can't be used: connect"),
  });
  expect(away.notes).not.toMatch(STACK);
  expect(away.notes).not.toContain("secret-word");
});

test.runIf(origin.kind === "embedded")("beside a running shop every verb says that it runs", async () => {
  const place = await newPlace("running");
  mkdirSync(path.join(inFolder("running"), "database"), { recursive: true });
  const unlock = lockFolder(inFolder("running"));
  try {
    for (const command of [
      ["doctor"],
      ["reconcile"],
      ["seed"],
      ["set-password"],
      ["turn-off-second-factor"],
      ["backup", inFolder("x")],
      ["restore", inFolder("letter.txt")],
    ]) {
      const { code, notes } = await run(command, place);
      expect(code, command[0]).toBe(1);
      expect(notes, command[0]).toContain("The shop is running");
    }
  } finally {
    unlock();
  }
});
