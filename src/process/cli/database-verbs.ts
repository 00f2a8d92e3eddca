// The verbs that take a whole shop somewhere: into a file, back from it, to another database.
import { randomUUID } from "node:crypto";
import path from "node:path";
import { backUpShop, restoreShop } from "#server/db/backup/back-up-shop.ts";
import type { Environment } from "#server/env.ts";
import { createLocalStore } from "#server/files/local-store.ts";
import { createS3Store } from "#server/files/s3-store.ts";
import { moveToPostgres } from "#server/move/move-to-postgres.ts";
import { SILENT_SECONDS_MAX } from "#server/processes/processes.ts";
import { type AdminVerb, fail, Misused, type Terminal } from "./terminal.ts";

export const databaseVerbs: Record<string, AdminVerb> = {
  backup: {
    parameters: "<file>",
    says: "writes database, pictures, secrets and the sandbox's books into one file; keep it as safe as the shop",
    run: async (env, [file, ...rest], terminal) => {
      if (!file || rest.length > 0) throw new Misused("backup takes the file to write, e.g. shop.backup.");
      const result = await backUpShop({ env, file, now: new Date(terminal.clock()), say: terminal.note });
      if (!result.ok) return fail(terminal, `No backup: ${result.message}.`);
      const pictures = result.manifest.hasPictures ? "" : " Pictures lie in the S3 bucket and are not in it.";
      const secret = env.shopSecret === null ? "" : " SHOP_SECRET is not in it: keep that apart.";
      terminal.say(`The shop is in ${file}. It holds secrets.${secret}${pictures}`);
      return 0;
    },
  },
  restore: {
    parameters: "<file> [--replace]",
    says: "puts a backup in place; a shop that is there is moved aside (PostgreSQL: dropped) with --replace",
    run: async (env, parameters, terminal) => {
      const [file, ...rest] = parameters.filter((parameter) => parameter !== "--replace");
      if (!file || rest.length > 0) throw new Misused("restore takes the file to read.");
      const replace = parameters.includes("--replace");
      const now = new Date(terminal.clock());
      const silentSecondsMax = SILENT_SECONDS_MAX;
      const result = await restoreShop({ env, file, now, say: terminal.note, replace, silentSecondsMax });
      if (!result.ok) return fail(terminal, `Nothing was restored: ${result.message}.`);
      terminal.say(`Restored the shop of ${result.manifest.createdAt}.`);
      if (result.movedTo) terminal.say(`What was there is in ${result.movedTo} now.`);
      terminal.say("Payments made since then are not in it: run npm run admin -- reconcile, then doctor.");
      return 0;
    },
  },
  "move-to-postgres": {
    parameters: "",
    says: "moves the shop from the embedded database to DATABASE_URL, and its pictures to S3 where that is set",
    run: (env, _parameters, terminal) => move(env, terminal),
  },
};

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
