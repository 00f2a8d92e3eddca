import { spawn } from "node:child_process";
import { scryptSync } from "node:crypto";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { type Database, openEmbeddedDatabase } from "#server/db/database.ts";
import { lockFolder } from "#server/db/folder-lock.ts";
import { unpackImage } from "#test/database/unpack-image.ts";
import { OWNER_PASSWORD as PASSWORD } from "#test/sales/people.ts";
import {
  adminFolder,
  expectRestored,
  type Place,
  runAdmin as run,
  STACK,
} from "#test/shop/admin-commands.ts";
import { countedUuid, TEST_TIME } from "#test/shop/shop.ts";

const origin = inject("testDatabase");
if (origin.kind !== "embedded") throw new Error("These tests need the embedded database.");
const LONG = 120_000;

const { inFolder, place: newPlace } = adminFolder();

/** Opening a new engine and migrating it takes seconds: it is done once, and shops that exist are copies of it. */
beforeAll(async () => {
  mkdirSync(inFolder("migrated"));
  await unpackImage(origin.image, inFolder("migrated/database"));
});

/** The settings of a shop that was started before: its database is migrated, and empty. */
function oldPlace(name: string): Place {
  cpSync(inFolder("migrated"), inFolder(name), { recursive: true });
  return newPlace(name);
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
      "fetch-backup",
      "seed",
    ];
    for (const verb of verbs) expect(help.output).toContain(`  ${verb}`);
  });

  test.each([
    [["dance"], 'There is no command "dance".'],
    [["constructor"], 'There is no command "constructor".'],
    [["doctor", "now"], "doctor takes no parameters."],
    [["reconcile", "x"], "reconcile takes a number of days from 1 to 365."],
    [["reconcile", "0"], "reconcile takes a number of days from 1 to 365."],
    [["reconcile", "999"], "reconcile takes a number of days from 1 to 365."],
    [["attention", "retry"], "attention takes no argument, `retry <name>`, or `close <name> <why>`."],
    [["attention", "close", "x"], "attention takes no argument"],
    [["attention", "drop", "x"], "attention takes no argument"],
    [["backup"], "backup takes the file to write"],
    [["backup", "--help"], "backup takes the file to write"],
    [["fetch-backup", "--help"], "fetch-backup takes the file to write"],
    [["restore", "a", "b"], "restore takes the file to read."],
    [["seed", "more"], "seed takes no parameters."],
    [["turn-off-second-factor", "now"], "turn-off-second-factor takes no parameters."],
    [["set-password", "a very long pass phrase"], "Don't enter a password on the command line"],
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
  const place = newPlace("nothing");
  const { code, output, notes } = await run(["doctor"], place);
  expect(code).toBe(1);
  expect(output + notes).toMatch(/There is no shop in/);
  expect(existsSync(path.join(inFolder("nothing"), "database"))).toBe(false);
});

test.each([["doctor"], ["attention"], ["reconcile"], ["turn-off-second-factor"]])(
  "%s makes no shop where there is none, and says so",
  async (verb) => {
    const place = newPlace("no-shop");
    const { code, notes } = await run([verb], place);
    const elsewhere = "If yours is elsewhere, set DATA_DIR or DATABASE_URL.";
    const why = `There is no shop in ${inFolder("no-shop")} yet. npm start creates one. ${elsewhere}`;
    expect([code, notes]).toEqual([1, why]);
    expect(existsSync(inFolder("no-shop"))).toBe(false);
  },
);

test(
  "a backup put in place elsewhere is the same shop, with secrets and pictures",
  async () => {
    const [from, other] = [oldPlace("origin"), newPlace("other")];
    await expectRestored({ origin: from, other, file: inFolder("shop.backup") });
  },
  LONG,
);

test(
  "one verb after another: a password, the doctor, a reconciliation, a lost second factor, and samples",
  async () => {
    const place = oldPlace("first");
    expect(await run(["set-password"], place, "short\n")).toMatchObject({ code: 1 });
    const set = await run(["set-password"], place, `${PASSWORD}\nsecond line\n`);
    expect(set).toMatchObject({ code: 0, output: expect.stringContaining("owner@example.com") });
    expect(await run(["doctor"], place)).toMatchObject({ code: 0 });
    const reconciled = await run(["reconcile", "3"], place);
    expect(reconciled).toMatchObject({ code: 0 });
    expect(reconciled.output).toContain("0 payments checked, 0 settled.");
    const none = await run(["turn-off-second-factor"], place);
    expect(none).toMatchObject({ code: 1, notes: "No second factor was on. Nothing was changed." });

    const database = await openEmbeddedDatabase(place.DATA_DIR, () => {});
    await expectStrongHash(database);
    const user = await database.db.selectFrom("user").select("id").executeTakeFirstOrThrow();
    const factor = { user_id: user.id, secret: "sealed", last_step: 1, created_at: new Date(TEST_TIME) };
    await database.db.insertInto("second_factors").values(factor).execute();
    const cap = { id: countedUuid(1), name: "Cap", category: "Hats", price: 3000, description: "" };
    await database.db.insertInto("products").values(cap).execute();
    await database.close();
    const off = await run(["turn-off-second-factor"], place);
    expect(off).toMatchObject({ code: 0 });
    expect(off.output).toContain("owner@example.com now signs in with only the password.");
    const seeded = await run(["seed"], place);
    expect(seeded).toMatchObject({ code: 1, notes: expect.stringContaining("already has products") });
  },
  LONG,
);

/** Tests hash at a low cost (test/shop/cheap-passwords.ts); what the programs of the shop write must not be cheap. */
async function expectStrongHash({ db }: Database) {
  const { password } = await db.selectFrom("account").select("password").executeTakeFirstOrThrow();
  const [salt = "", key] = password?.split(":") ?? [];
  const cost = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 };
  expect(scryptSync(PASSWORD, salt, 64, cost).toString("hex")).toBe(key);
}

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

test.runIf(process.platform === "linux" && existsSync(SCRIPT))(
  "at a keyboard the password is asked for twice and never shown",
  async () => {
    const place = oldPlace("keyboard");
    const command = `"${process.execPath}" --disable-warning=ExperimentalWarning src/process/cli/commands.ts set-password`;
    const set = await atKeyboard(command, place, [
      ["New password", PASSWORD],
      ["Repeat it", PASSWORD],
    ]);
    expect(set).toMatchObject({ code: 0, shown: expect.stringContaining("owner@example.com is set") });
    expect(set.shown).not.toMatch(/long pass phrase/);
  },
  LONG,
);

test("a restore from a file that is not a backup changes nothing", async () => {
  const place = newPlace("kept");
  writeFileSync(inFolder("letter.txt"), "Dear owner");
  const { code, notes } = await run(["restore", inFolder("letter.txt")], place);
  expect(code).toBe(1);
  expect(notes).toContain(
    "Nothing was restored: it is not a backup of a shop, or it is damaged: choose another file.",
  );
  expect(await run(["restore", inFolder("missing")], place)).toMatchObject({ code: 1 });
});

test("errors of the system or the database are reported without a stack", async () => {
  const place = oldPlace("refused");
  writeFileSync(inFolder("a-file"), "");
  const unwritable = await run(["backup", inFolder("a-file/shop.backup")], place);
  expect(unwritable).toMatchObject({ code: 1, notes: expect.stringMatching(/a-file/) });
  expect(unwritable.notes).not.toMatch(STACK);
  const ofFolder = await run(["restore", inFolder("")], place);
  expect(ofFolder).toMatchObject({
    code: 1,
    notes: `Nothing was restored: there is no file ${inFolder("")}.`,
  });
});

test("next to a running shop, every command says that it is running", async () => {
  const place = newPlace("running");
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
