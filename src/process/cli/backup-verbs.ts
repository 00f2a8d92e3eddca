// The verbs that take a whole shop into a file and back.

import type { Environment } from "#server/core/env.ts";
import { createS3Store } from "#server/files/s3-store.ts";
import { backUpShop } from "#server/operations/backups/archive/back-up-shop.ts";
import { formatFailure } from "#server/operations/backups/format-failure.ts";
import { restoreShop } from "#server/operations/backups/restore/restore-shop.ts";
import { fetchCopy, parseRecoveryKey } from "#server/operations/backups/store-copy.ts";
import { openDatabase } from "../open-shop.ts";
import { type AdminVerb, fail, Misused, readSecret, type Terminal } from "./terminal.ts";

export const backupVerbs: Record<string, AdminVerb> = {
  backup: {
    parameters: "<file>",
    says: "writes the database, pictures, secrets, and sandbox data to one file; keep it private",
    run: async (env, [file, ...rest], terminal) => {
      if (!isFileAlone(file, rest)) throw new Misused("backup takes the file to write, e.g. shop.backup.");
      return orNothing(terminal, "No backup", async () => {
        await backUp(env, file, terminal);
        const pictures = env.s3 === null ? "" : " Pictures are in the S3 bucket, not in this file.";
        const secret = env.shopSecret === null ? "" : " SHOP_SECRET is not in it: keep it separately.";
        terminal.say(`The shop is in ${file}. It holds secrets.${secret}${pictures}`);
      });
    },
  },
  restore: {
    parameters: "<file> [--replace]",
    says: "restores a backup into the database; with --replace it replaces the existing shop, which is backed up first",
    run: async (env, parameters, terminal) => {
      const [file, ...rest] = parameters.filter((parameter) => parameter !== "--replace");
      if (!isFileAlone(file, rest)) throw new Misused("restore takes the file to read.");
      const replace = parameters.includes("--replace");
      return orNothing(terminal, "Nothing was restored", async () => {
        const { clock, note, say } = terminal;
        const restored = await restoreShop({ env, file, clock, say: note, replace });
        const rows = restored.rows.toLocaleString("en-US");
        say(
          `Restored the shop of ${restored.createdAt}: ${rows} rows in ${restored.tables} tables, all compared.`,
        );
        if (restored.before !== null)
          say(`The previous shop is in ${restored.before}: restore it to go back.`);
        say("It doesn't include payments made since then: run npm run admin -- reconcile, then doctor.");
      });
    },
  },
  "fetch-backup": {
    parameters: "<file>",
    says: "downloads the newest backup from the S3 store to a file; asks for the recovery key",
    run: fetchBackup,
  },
};

/** An option is no file: `backup --help` would write the shop with its secrets into one of that name. */
function isFileAlone(file: string | undefined, rest: string[]): file is string {
  return file !== undefined && file !== "" && !file.startsWith("--") && rest.length === 0;
}

/** Runs the work; what it refuses is one sentence that begins with `nothing`. */
async function orNothing(terminal: Terminal, nothing: string, work: () => Promise<void>): Promise<number> {
  try {
    await work();
    return 0;
  } catch (error) {
    return fail(terminal, `${nothing}: ${formatFailure(error)}.`);
  }
}

async function backUp(env: Environment, file: string, { clock, note }: Terminal): Promise<void> {
  // A backup of a database and a folder that are replaced at the same time would have half of each.
  const { promise: lost, reject: onReplaced } = Promise.withResolvers<never>();
  lost.catch(() => {});
  const { db, close } = await openDatabase(env, { role: "command", say: note, onReplaced });
  try {
    const made = backUpShop({ db, env, file, now: new Date(clock()), say: (step) => note(`${step} …`) });
    await Promise.race([made, lost]);
  } finally {
    await close();
  }
}

async function fetchBackup(env: Environment, [file, ...rest]: string[], terminal: Terminal): Promise<number> {
  if (!isFileAlone(file, rest)) throw new Misused("fetch-backup takes the file to write, e.g. shop.backup.");
  const { s3 } = env;
  if (s3 === null) return fail(terminal, "Nothing was fetched: the variables of the S3 store are not set.");
  const typed = await readSecret(terminal, "Recovery key (hidden): ");
  const key = parseRecoveryKey(typed);
  if (key === null) return fail(terminal, "Nothing was fetched: this is not a recovery key.");
  return orNothing(terminal, "Nothing was fetched", async () => {
    const files = createS3Store({ settings: s3, clock: terminal.clock });
    const { createdAt } = await fetchCopy({ files, key }, { file });
    terminal.say(`The backup of ${createdAt} is in ${file}.`);
    terminal.say("To restore it: npm run admin -- restore <file>");
  });
}
