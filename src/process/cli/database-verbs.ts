// The verbs that take a whole shop somewhere: into a file, back from it, to another database.
import { randomUUID } from "node:crypto";
import path from "node:path";
import { fetchCopy, parseRecoveryKey } from "#server/backups/store-copy.ts";
import { backUpShop } from "#server/db/backup/back-up-shop.ts";
import { restoreShop, settleForCommand, undoRestore } from "#server/db/backup/restore-shop.ts";
import { openPostgresDatabase } from "#server/db/database.ts";
import { holdDuring } from "#server/db/presence.ts";
import type { Environment } from "#server/env.ts";
import { createLocalStore } from "#server/files/local-store.ts";
import { createS3Store } from "#server/files/s3-store.ts";
import { moveToPostgres } from "#server/move/move-to-postgres.ts";
import { type AdminVerb, fail, Misused, readSecret, type Terminal } from "./terminal.ts";

export const databaseVerbs: Record<string, AdminVerb> = {
  backup: {
    parameters: "<file>",
    says: "writes database, pictures, secrets and the sandbox's books into one file; keep it as safe as the shop",
    run: async (env, [file, ...rest], terminal) => {
      if (!isFileAlone(file, rest)) throw new Misused("backup takes the file to write, e.g. shop.backup.");
      const options = { env, file, now: new Date(terminal.clock()), say: terminal.note };
      const result = await awayFromRestores(env, () => backUpShop(options));
      if (!result.ok) return fail(terminal, `No backup: ${result.message}.`);
      const pictures = result.manifest.hasPictures ? "" : " Pictures lie in the S3 bucket and are not in it.";
      const secret = env.shopSecret === null ? "" : " SHOP_SECRET is not in it: keep that apart.";
      terminal.say(`The shop is in ${file}. It holds secrets.${secret}${pictures}`);
      return 0;
    },
  },
  restore: {
    parameters: "<file> [--replace] | --undo",
    says: "puts a backup in place, with --replace of the shop that is there, which is kept aside; --undo exchanges them back",
    run: async (env, parameters, terminal) => {
      if (parameters.join() === "--undo") return undo(env, terminal);
      const [file, ...rest] = parameters.filter((parameter) => parameter !== "--replace");
      if (!isFileAlone(file, rest)) throw new Misused("restore takes the file to read. --undo stands alone.");
      const replace = parameters.includes("--replace");
      const now = new Date(terminal.clock());
      const result = await restoreShop({ env, file, now, say: terminal.note, replace });
      if (!result.ok) return fail(terminal, `Nothing was restored: ${result.message}.`);
      terminal.say(`Restored the shop of ${result.manifest.createdAt}.`);
      sayKept(result, env.databaseUrl !== null, terminal);
      terminal.say("Payments made since then are not in it: run npm run admin -- reconcile, then doctor.");
      return 0;
    },
  },
  "fetch-backup": {
    parameters: "<file>",
    says: "brings the newest backup from the S3 store into a file; asks for the recovery key",
    run: fetchBackup,
  },
  "move-to-postgres": {
    parameters: "",
    says: "moves the shop from the embedded database to DATABASE_URL, and its pictures to S3 where that is set",
    run: (env, _parameters, terminal) => move(env, terminal),
  },
};

/** An option is no file: `backup --help` would write the shop with its secrets into one of that name. */
function isFileAlone(file: string | undefined, rest: string[]): file is string {
  return file !== undefined && file !== "" && !file.startsWith("--") && rest.length === 0;
}

/** A backup of a database and a folder that are exchanged meanwhile would hold half of each. */
async function awayFromRestores<T>(env: Environment, work: () => Promise<T>): Promise<T> {
  if (env.databaseUrl === null) return work();
  const database = await openPostgresDatabase(env.databaseUrl);
  try {
    return await holdDuring(database, async () => {
      await settleForCommand(env);
      return work();
    });
  } finally {
    await database.close();
  }
}

async function fetchBackup(env: Environment, [file, ...rest]: string[], terminal: Terminal): Promise<number> {
  if (!isFileAlone(file, rest)) throw new Misused("fetch-backup takes the file to write, e.g. shop.backup.");
  if (env.s3 === null)
    return fail(terminal, "Nothing was fetched: the variables of the S3 store are not set.");
  const typed = await readSecret(terminal, "Recovery key (it is not shown): ");
  const key = parseRecoveryKey(typed);
  if (key === null) return fail(terminal, "Nothing was fetched: this is no recovery key.");
  const files = createS3Store({ settings: env.s3, clock: terminal.clock });
  const fetched = await fetchCopy({ files, key }, { file });
  if (!fetched.ok) return fail(terminal, `Nothing was fetched: ${fetched.message}.`);
  terminal.say(`The backup of ${fetched.createdAt} is in ${file}.`);
  terminal.say("To put it in place: npm run admin -- restore <file>");
  return 0;
}

async function undo(env: Environment, terminal: Terminal): Promise<number> {
  const now = new Date(terminal.clock());
  const result = await undoRestore({ env, now, say: terminal.note });
  if (!result.ok) return fail(terminal, `Nothing was undone: ${result.message}.`);
  terminal.say("The shop that the last restore had put aside is in place again.");
  sayKept(result, env.databaseUrl !== null, terminal);
  return 0;
}

/** Where the shop is that was there, and how to go back to it or to be rid of it. */
function sayKept(
  { movedTo, keptIn }: { movedTo: string | null; keptIn: string | null },
  isPostgres: boolean,
  { say }: Terminal,
): void {
  if (movedTo !== null) say(`What was in the folder is in ${movedTo} now.`);
  if (keptIn !== null) say(`What was in the database is in its schema ${keptIn} now.`);
  if (keptIn === null && (movedTo === null || isPostgres)) return;
  say("To exchange the two: npm run admin -- restore --undo");
  if (keptIn !== null)
    say(`To be rid of it when you are sure: drop schema ${keptIn} cascade (in psql, as the owner)`);
}

async function move(env: Environment, terminal: Terminal): Promise<number> {
  const { clock, note, say } = terminal;
  const folder = path.join(env.dataDir, "files");
  const pictures = env.s3 && {
    folder,
    from: createLocalStore({ folder }),
    to: createS3Store({ settings: env.s3, clock }),
  };
  const moved = await moveToPostgres({ env, pictures, newId: randomUUID, now: new Date(clock()), say: note });
  if (!moved.ok) return fail(terminal, `Nothing was moved: ${moved.message}.`);
  if (moved.tables > 0)
    say(`${moved.rows} rows of ${moved.tables} tables are in PostgreSQL now, compared one by one.`);
  if (moved.pictures > 0)
    say(`${moved.pictures} pictures are in the bucket. Those in ${folder} may be deleted later.`);
  say(
    `The embedded database was put aside in ${moved.movedTo}. Keep DATABASE_URL set: the shop starts with it now.`,
  );
  return 0;
}
