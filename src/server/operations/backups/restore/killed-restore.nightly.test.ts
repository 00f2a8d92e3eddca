// A restore that dies in the middle, with its connection to the database or with the database itself.
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { openShop } from "#process/open-shop.ts";
import { query } from "#test/database/own-postgres.ts";
import { startPostgres } from "#test/servers/postgres.ts";
import { layWire, type Wire } from "#test/servers/wire.ts";
import { oldAndNewShop } from "#test/shop/old-and-new-shop.ts";
import { openPostgresDatabase } from "../../../db/database.ts";
import { FolderInUse, lockFolder } from "../../../db/folder-lock.ts";
import { migrate } from "../../../db/migrate.ts";
import { SHOP_LOCK } from "../../../db/presence.ts";
import { inTransaction } from "../../../db/transaction.ts";
import { markRestore } from "./finish-restore.ts";

const LONG = 120_000;
const CLI = path.join(import.meta.dirname, "../../../../process/cli/commands.ts");
const { here, data, env, told } = oldAndNewShop();

/** `npm run admin -- restore … --replace` as a separate process, over a connection that breaks somewhere. */
function startRestore(wire: Wire): {
  child: ChildProcess;
  said: () => string;
  ended: Promise<number | null>;
} {
  const parameters = ["--disable-warning=ExperimentalWarning", CLI, "restore", here.file, "--replace"];
  const child = spawn(process.execPath, parameters, {
    env: { PATH: process.env.PATH, DATA_DIR: data(), DATABASE_URL: wire.url },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (text += chunk));
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  return { child, said: () => text, ended };
}

const coming = () => readdirSync(data()).filter((name) => name.startsWith("restore."));

/** The next start of a shop finishes or removes the remains of a killed restore. */
async function startsAndStops(): Promise<void> {
  const { close } = await openShop(env(), { role: "shop" });
  await close();
  expect(coming()).toEqual([]);
}

const isFree = async () => {
  const [row] = await query<{ free: boolean }>(here.url, `select pg_try_advisory_lock(${SHOP_LOCK}) as free`);
  return row?.free;
};

const LOADS = 'insert into "shop_facts"';
/** The backup of the existing shop, which comes before, commits too. */
const COMMITS = "commit\0";

/** ends: the shop that exists afterward. */
const moments = [
  { at: "while it loads", words: LOADS, when: "asked", line: "goes on", ends: "new" },
  { at: "right before the commit", words: COMMITS, when: "asked", line: "breaks too", ends: "new" },
  {
    at: "before the response to the commit",
    words: COMMITS,
    when: "answered",
    line: "breaks too",
    ends: "old",
  },
] as const;

test.each(moments)(
  "[KN-6] a restore killed $at, with the connection to the database $line, keeps database and pictures together",
  async ({ words, when, line, ends }) => {
    const wire = await layWire(here.url, { holds: { words, when, after: LOADS } });
    here.cleanUp.push(wire.close);
    const { child, ended } = startRestore(wire);
    await wire.held;
    child.kill("SIGKILL");
    await ended;
    expect(coming()).toHaveLength(1);
    if (line === "goes on") wire.release();
    else wire.cut();
    await expect.poll(isFree).toBe(true);
    await startsAndStops();
    expect(await told()).toEqual([ends, ends]);
  },
  LONG,
);

test(
  "[KN-6] a restore whose response to the commit is lost reports success",
  async () => {
    const wire = await layWire(here.url, { holds: { words: COMMITS, when: "answered", after: LOADS } });
    here.cleanUp.push(wire.close);
    const { said, ended } = startRestore(wire);
    await wire.held;
    wire.cut();
    expect(await ended, said()).toBe(0);
    expect(said()).toContain("Restored the shop of");
    expect(await told()).toEqual(["old", "old"]);
    expect(coming()).toEqual([]);
  },
  LONG,
);

test(
  "[KN-6] a restore whose server crashes in the middle of the load fails with one sentence, and the shop is intact",
  async () => {
    const server = await startPostgres();
    here.cleanUp.push(server.stop);
    here.url = server.url("postgres");
    const database = await openPostgresDatabase(here.url);
    await migrate(database.db);
    await database.close();
    await query(here.url, "insert into shop_facts (name, value, noted_at) values ('told', 'new', now())");
    const wire = await layWire(here.url, { holds: { words: LOADS, when: "asked" } });
    here.cleanUp.push(wire.close);
    const { said, ended } = startRestore(wire);
    await wire.held;
    await server.crash();
    wire.cut();
    expect(await ended).toBe(1);
    expect(said()).toMatch(
      /Nothing was restored: the connection to the database broke, .*: start PostgreSQL/,
    );
    expect(said()).not.toMatch(/^\s+at /m);
    await server.restart();
    await startsAndStops();
    expect(await told()).toEqual(["new", "new"]);
  },
  LONG,
);

test("[KN-6] a command after a restore that was killed before its files were moved finishes it first, or says which process has the folder", async () => {
  const folder = path.join(data(), "restore.new-20260601120000000");
  mkdirSync(path.join(folder, "files/product-images"), { recursive: true });
  writeFileSync(path.join(folder, "files/product-images/cap-1024.webp"), "old");
  const database = await openPostgresDatabase(here.url);
  await inTransaction(database, (tx) => markRestore(tx, folder));
  await database.close();
  const unlock = lockFolder(data());
  const asCommand = () => openShop(env(), { role: "command" });
  await expect(asCommand()).rejects.toBeInstanceOf(FolderInUse);
  unlock();
  const { close } = await asCommand();
  expect((await told())[1]).toBe("old");
  expect(existsSync(folder)).toBe(false);
  await close();
});
