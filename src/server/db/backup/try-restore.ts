// A restore that leaves nothing behind: the backup is unpacked beside the shop, its database is opened (of a PostgreSQL:
// loaded into a database of its own), and its rows are counted. The shop is not touched.
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import type { Environment } from "../../env.ts";
import { OperatorError } from "../../operator-error.ts";
import { errorCode } from "../transaction.ts";
import { unpackArchive } from "./archive/archive.ts";
import { BadArchive } from "./archive/byte-queue.ts";
import { DATABASE, engineOf, ownerUrlOf } from "./back-up-shop.ts";
import { countRows } from "./count-rows.ts";
import { limitsOf, type Manifest, readManifest, refuseFullDisk } from "./manifest.ts";
import { openCopy } from "./open-copy.ts";
import { runTool, withClient } from "./postgres-tools.ts";

const NO_PRIVILEGE = "42501";

export type Trial = {
  env: Environment;
  file: string;
  /** A folder that does not exist yet, and does not afterward. */
  scratch: string;
  say: (line: string) => void;
  signal: AbortSignal;
};

/**
 * Answers what the backup says it holds and what it holds. Throws BadArchive for one that can't be restored, and an
 * OperatorError or the system's error for what has nothing to do with it, such as a full disk.
 */
export async function tryRestore({
  env,
  file,
  scratch,
  say,
  signal,
}: Trial): Promise<{ manifest: Manifest; found: Record<string, number> }> {
  const engine = engineOf(env);
  try {
    const manifest = await readManifest(file);
    if (manifest.engine !== engine)
      throw new OperatorError(`the backup is of the ${manifest.engine} database, this shop uses ${engine}`);
    const limits = await limitsOf(file, manifest);
    await mkdir(scratch, { recursive: true, mode: 0o700 });
    const fullDisk = await refuseFullDisk(scratch, manifest, engine === "embedded" ? 2 : 1);
    if (fullDisk !== null) throw new OperatorError(fullDisk);
    say("Unpacking the backup");
    await unpackArchive(file, scratch, limits, signal);
    const dump = path.join(scratch, DATABASE[engine]);
    if (!existsSync(dump)) throw new BadArchive("it has no database");
    say("Restoring its database and counting its rows");
    const found =
      env.databaseUrl === null
        ? await openCopy(dump, path.join(scratch, "database"), signal)
        : await loadBeside(ownerUrlOf(env, env.databaseUrl), dump, signal);
    return { manifest, found };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Loads the dump into a database of its own on the same server, which goes at the end. */
async function loadBeside(url: string, dump: string, signal: AbortSignal): Promise<Record<string, number>> {
  const target = new URL(url);
  // Always the same for one shop: what a killed trial left is found by the next one.
  const name = `shop_drill_${createHash("sha256").update(target.pathname).digest("hex").slice(0, 12)}`;
  const drop = `drop database if exists ${pg.escapeIdentifier(name)} with (force)`;
  target.pathname = `/${name}`;
  await withPatience(url, async (client) => {
    await client.query(drop);
    await client
      .query(`create database ${pg.escapeIdentifier(name)} template template0`)
      .catch((error: unknown) => {
        if (errorCode(error) !== NO_PRIVILEGE) throw error;
        throw new OperatorError(
          "the shop's role may not make a database to try it in; as a superuser of the server: alter role … createdb",
        );
      });
  });
  try {
    const options = ["--no-owner", "--no-privileges", "--no-comments", "--exit-on-error", dump];
    await runTool("pg_restore", target.href, options, signal).catch((error: unknown) => {
      if (!signal.aborted && error instanceof OperatorError && / failed: /.test(error.message))
        throw new BadArchive(`its database can't be read (${error.message})`);
      throw error;
    });
    return await withPatience(target.href, countRows);
  } finally {
    // On a connection of its own: one that had been idle for so long might be dead.
    await withPatience(url, (client) => client.query(drop));
  }
}

/** Without the limit that a role has for pages. */
function withPatience<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return withClient(url, async (client) => {
    await client.query("set statement_timeout = 0");
    return work(client);
  });
}
