// Moves a shop from its embedded database to PostgreSQL. Everything goes over in one transaction that also makes the
// tables, is compared sum by sum and rule by rule, and only then stands: a move that dies in the middle leaves an empty
// database there and the whole shop here. The embedded database is put aside at the end, so that nobody sells from it
// by mistake; secrets, mailbox and the sandbox's books stay where they are, and pictures too, unless they go to S3.
import { existsSync, mkdirSync, renameSync } from "node:fs";
import path from "node:path";
import { type Kysely, sql } from "kysely";
import { ownerUrlOf, ownerVariableOf } from "../db/backup/back-up-shop.ts";
import { type Database, embeddedDatabase, openPostgresDatabase } from "../db/database.ts";
import { findMovedFolder, nameMovedFolder, openEmbedded } from "../db/embedded.ts";
import { findFact, saveFact } from "../db/facts.ts";
import { lockFolder } from "../db/folder-lock.ts";
import { migrate, migrateIn } from "../db/migrate.ts";
import { holdDuring } from "../db/presence.ts";
import { migrateAsOwner } from "../db/roles.ts";
import type { Schema } from "../db/schema.ts";
import type { Tx } from "../db/transaction.ts";
import type { Environment } from "../env.ts";
import type { FileStore } from "../files/file-store.ts";
import { checkInvariants, type Violation } from "../reconciliation/invariants.ts";
import {
  copyTables,
  digestOf,
  listTables,
  readingSource,
  sumSource,
  sumTarget,
  type Table,
  writingTarget,
} from "./copy-tables.ts";
import { copyPictures, renamePictures } from "./move-pictures.ts";

export type MoveRefusal = {
  ok: false;
  reason: "no_target" | "no_shop" | "moved_already" | "not_empty" | "went_on" | "differs";
  message: string;
};
export type Moved = { ok: true; rows: number; tables: number; pictures: number; movedTo: string };

type Move = {
  env: Environment;
  /** Where pictures go; null: they stay in DATA_DIR. */
  pictures: { folder: string; from: FileStore; to: FileStore } | null;
  newId: () => string;
  now: Date;
  say: (line: string) => void;
};

const FACT = "shop_id";
/** In the copy: what the embedded database held when it was copied. */
const COPIED_FACT = "copied_digest";
/** A key, to see what a store puts before it. */
const PROBE = "product-images/a.webp";

/** Throws while a shop runs on DATA_DIR, and when one of the databases can't be used. */
export async function moveToPostgres(move: Move): Promise<Moved | MoveRefusal> {
  const { env, now } = move;
  const home = path.resolve(env.dataDir);
  const refusal = refuseHome(env, home);
  if (refusal || env.databaseUrl === null) return refusal ?? noTarget;
  const unlock = lockFolder(home);
  try {
    if (env.databaseUrlOwner !== null) await tryConnection(env.databaseUrl);
    const copied = await copyShop(move, home, env.databaseUrl);
    if (!copied.ok) return copied;
    if (env.databaseUrlOwner !== null) await letIn(env.databaseUrl, env.databaseUrlOwner);
    const movedTo = nameMovedFolder(home, now);
    mkdirSync(movedTo, { recursive: true, mode: 0o700 });
    renameSync(path.join(home, "database"), path.join(movedTo, "database"));
    return { ...copied, movedTo };
  } finally {
    unlock();
  }
}

const noTarget: MoveRefusal = {
  ok: false,
  reason: "no_target",
  message: "set DATABASE_URL to the PostgreSQL database that the shop is to move to",
};

function refuseHome(env: Environment, home: string): MoveRefusal | null {
  if (env.databaseUrl === null) return noTarget;
  if (existsSync(path.join(home, "database"))) return null;
  const before = findMovedFolder(home);
  return before !== null
    ? {
        ok: false,
        reason: "moved_already",
        message: `the shop was moved before; its embedded database is in ${before}`,
      }
    : { ok: false, reason: "no_shop", message: `there is no embedded database in ${home}` };
}

type Copied = Omit<Moved, "movedTo">;

async function copyShop(move: Move, home: string, databaseUrl: string): Promise<Copied | MoveRefusal> {
  const source = embeddedDatabase(await openEmbedded(home, move.say));
  try {
    await migrate(source.db);
    const target = await openPostgresDatabase(ownerUrlOf(move.env, databaseUrl), {
      name: ownerVariableOf(move.env),
    });
    try {
      return await holdDuring(target, () => copyInto(move, source, target.db));
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

async function copyInto(move: Move, source: Database, target: Kysely<Schema>): Promise<Copied | MoveRefusal> {
  const { say, newId, now } = move;
  const id = (await findFact(source.db, FACT)) ?? newId();
  await saveFact(source.db, { name: FACT, value: id, now });
  const state = await stateOf(target, id);
  if (state === "other") return notEmpty;
  const pictures = move.pictures ? await takePictures(move.pictures, say) : 0;
  if (state === "moved") {
    if (!(await isAsCopied(source, target))) return wentOn;
    say("The database was copied by a move before this one, which was cut off afterwards.");
    return { ok: true, rows: 0, tables: 0, pictures };
  }
  const copied = await copyDatabase(move, source, target);
  if (!copied.ok) return copied;
  await writingTarget(target, (tx) => sql`analyze`.execute(tx));
  return { ...copied, pictures };
}

const notEmpty: MoveRefusal = {
  ok: false,
  reason: "not_empty",
  message: "the database at DATABASE_URL has tables already; make an empty one for the shop",
};

const wentOn: MoveRefusal = {
  ok: false,
  reason: "went_on",
  message:
    "the database at DATABASE_URL has a copy of this shop from a move that was cut off, and the shop was used here since; if nobody has used the copy, empty that database and run this again",
};

/** Nobody has used the shop here since it was copied. */
async function isAsCopied({ db, pool }: Database, target: Kysely<Schema>): Promise<boolean> {
  const tables = await listTables(db);
  const sums = await readingSource(pool, (source) => sumSource(source, tables));
  return (await findFact(target, COPIED_FACT)) === digestOf(sums, tables);
}

async function takePictures(
  { to, folder }: NonNullable<Move["pictures"]>,
  say: Move["say"],
): Promise<number> {
  say("Copying pictures to the bucket …");
  return copyPictures(folder, to);
}

/** moved: this very shop is there, so a move before this one got that far. */
async function stateOf(db: Kysely<Schema>, id: string): Promise<"empty" | "moved" | "other"> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
      and not exists (select 1 from pg_depend d where d.objid = pg_class.oid and d.deptype = 'e')`.execute(
    db,
  );
  if (rows.length === 0) return "empty";
  const isShop = rows.some(({ name }) => name === "shop_facts");
  return isShop && (await findFact(db, FACT)) === id ? "moved" : "other";
}

/** Thrown to roll everything back. */
class Differs extends Error {}

async function copyDatabase(
  { pictures, say, now }: Move,
  { db, pool }: Database,
  target: Kysely<Schema>,
): Promise<{ ok: true; rows: number; tables: number } | MoveRefusal> {
  const rulesHere = await checkInvariants({ db }, { atRest: false });
  try {
    return await readingSource(pool, (source) =>
      writingTarget(target, async (tx) => {
        await migrateIn(tx);
        const tables = await listTables(tx);
        say("Copying the database …");
        const rows = await copyTables(source, tx, tables, say);
        say("Comparing …");
        const [here, there] = [await sumSource(source, tables), await sumTarget(tx, tables)];
        const different = tables
          .filter(({ name }) => here.get(name) !== there.get(name))
          .map(({ name }) => name);
        if (different.length > 0) throw new Differs(`these tables differ: ${different.join(", ")}`);
        await compareRules(tx, rulesHere);
        if (pictures) await renamePictureUrls(tx, tables, pictures);
        await saveFact(tx, { name: COPIED_FACT, value: digestOf(here, tables), now });
        return { ok: true as const, rows, tables: tables.length };
      }),
    );
  } catch (error) {
    if (error instanceof Differs)
      return {
        ok: false,
        reason: "differs",
        message: `the copy is not the same (${error.message}), so it was undone`,
      };
    throw error;
  }
}

/** The rules of the books hold there as they do here. */
async function compareRules(tx: Tx, here: Violation[]): Promise<void> {
  const named = (violations: Violation[]) =>
    violations.map(({ id, problem }) => `${id}: ${problem}`).join("; ");
  const there = await checkInvariants({ db: tx }, { atRest: false });
  if (named(there) !== named(here)) throw new Differs(named(there));
}

function renamePictureUrls(
  tx: Tx,
  tables: Table[],
  { from, to }: NonNullable<Move["pictures"]>,
): Promise<void> {
  const beginOf = (store: FileStore) => store.url(PROBE).slice(0, -PROBE.length);
  return renamePictures(tx, tables, { from: beginOf(from), to: beginOf(to) });
}

/** A mistake in the URL of the role that runs the shop is told before anything is copied. */
async function tryConnection(databaseUrl: string): Promise<void> {
  const running = await openPostgresDatabase(databaseUrl);
  await running.close();
}

/** The role that runs the shop may use what its owner has just made. */
async function letIn(databaseUrl: string, ownerUrl: string): Promise<void> {
  const running = await openPostgresDatabase(databaseUrl);
  try {
    await migrateAsOwner(ownerUrl, running.db);
  } finally {
    await running.close();
  }
}
