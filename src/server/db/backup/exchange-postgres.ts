// Exchanges the shop in a PostgreSQL for another one, in one transaction of one session. It takes the lock that every
// process of a shop holds (presence.ts), moves the shop that is there into a schema of its own, loads the dump, counts
// its rows, and commits. Until then nobody else sees any of it, and whatever dies on the way (this process, psql, the
// server, the line between them) takes the transaction along: psql is told to commit by the last line only, and without
// that line it ends without a commit.

import { MARK_SQL, SHOP_LOCK } from "../presence.ts";
import { BadArchive } from "./archive/byte-queue.ts";
import { KEPT_REGEX, keptSchema, moveObjects } from "./kept-shops.ts";
import { failed, missing, start, withClient } from "./postgres-tools.ts";

/** How the messages of the transaction's own checks begin; what follows is for the owner. */
const IN_USE = "SHOP_IN_USE";
const DIFFERS = "SHOP_DIFFERS";
const PREPARED = "SHOP_PREPARED";
/** Statements of other programs that are under way get so long to end. */
const LOCK_TIMEOUT_MS = 20_000;
/** Longer than the server takes to notice that the other end is gone. */
const END_TIMEOUT_MS = 40_000;

export class DatabaseInUse extends Error {}

export type Exchange = {
  /** Names this exchange, in the database and in the data folder. */
  stamp: string;
  /** All is ready and the commit comes next. `keptIn`: see below. */
  beforeCommit: (keptIn: string | null) => Promise<void>;
} & (
  | {
      dump: string;
      /** A shop may be there and is kept. */
      replace: boolean;
      /** Of each table of the dump; null: it does not say. */
      rows: Record<string, number> | null;
    }
  | { kept: string }
);

/**
 * Answers the schema in which the shop that was there is kept, null when there was none. Throws BadArchive for a file
 * that is no dump of a shop, DatabaseInUse when one runs, and leaves everything as it was.
 */
export async function exchangePostgres(url: string, exchange: Exchange): Promise<string | null> {
  const aside = "kept" in exchange || exchange.replace ? keptSchema(exchange.stamp) : null;
  const session = startSession(url);
  try {
    session.send(begin());
    if (aside !== null) session.send(putAside(aside));
    if ("kept" in exchange) {
      session.send(`${moveObjects(exchange.kept, "public")} drop schema "${exchange.kept}";`);
    } else {
      await session.load(exchange.dump);
      session.send(compare(exchange.rows));
    }
    // Seen by others if and only if it is committed.
    session.send(`comment on table public.kysely_migration is '${markOf(exchange.stamp)}';`);
    const keptIn = (await session.reach(PREPARED, aside)) ? aside : null;
    await exchange.beforeCommit(keptIn);
    session.send("commit;");
    await session.end();
    return keptIn;
  } catch (error) {
    session.kill();
    throw error;
  }
}

/** Whether the exchange of this name was committed; waits for one that is under way. */
export function wasExchanged(url: string, stamp: string): Promise<boolean> {
  return withClient(url, async (client) => {
    await client.query("begin");
    await client.query(`set local lock_timeout = ${END_TIMEOUT_MS}`);
    await client.query(`select pg_advisory_xact_lock_shared(${SHOP_LOCK})`);
    const { rows } = await client.query<{ mark: string | null }>(MARK_SQL);
    await client.query("rollback");
    return rows[0]?.mark === markOf(stamp);
  });
}

/** The schema of the shop that was replaced last, or null. */
export function findKept(url: string): Promise<string | null> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select nspname as name from pg_namespace where nspname ~ $1
        and to_regclass(format('%I.kysely_migration', nspname)) is not null order by 1 desc limit 1`,
      [KEPT_REGEX],
    );
    return rows[0]?.name ?? null;
  });
}

const markOf = (stamp: string) => `restored ${stamp}`;

function begin(): string {
  return `begin;
    set local statement_timeout = 0;
    set local idle_in_transaction_session_timeout = 0;
    set local lock_timeout = ${LOCK_TIMEOUT_MS};
    set local tcp_keepalives_idle = 10;
    set local tcp_keepalives_interval = 5;
    set local tcp_keepalives_count = 3;
    do $guard$ begin
      if not pg_try_advisory_xact_lock(${SHOP_LOCK}) then
        raise exception '${IN_USE} a process of it holds the database';
      end if;
    end $guard$;`;
}

/** A schema in which nothing came to lie is none: PostgreSQL itself refuses to drop any other. */
function putAside(schema: string): string {
  return `create schema "${schema}"; ${moveObjects("public", schema)}
    do $empty$ begin
      drop schema "${schema}" restrict;
    exception when dependent_objects_still_exist then null;
    end $empty$;`;
}

/** The names were checked when the manifest was read, so none ends the text. */
function compare(rows: Record<string, number> | null): string {
  return `do $compare$ declare expected record; found bigint; begin
      if to_regclass('public.kysely_migration') is null then raise exception '${DIFFERS} it is not a shop''s'; end if;
      for expected in select key as name, value::bigint as rows from json_each_text('${JSON.stringify(rows ?? {})}') loop
        execute format('select count(*) from public.%I', expected.name) into found;
        if found <> expected.rows then
          raise exception '${DIFFERS} the table % has % rows instead of %', expected.name, found, expected.rows;
        end if;
      end loop;
    end $compare$;`;
}

/** psql, which alone understands what pg_restore writes. */
function startSession(url: string) {
  const options = [
    "--no-psqlrc",
    "--quiet",
    "--no-align",
    "--tuples-only",
    "--set=ON_ERROR_STOP=1",
    "--file=-",
  ];
  const { child, ended } = start("psql", url, options);
  // One that has given up closes its end; its own words tell why.
  child.stdin.on("error", () => {});
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    said = (said + text).slice(-1_000);
  });
  const send = (text: string) => void child.stdin.write(`${text}\n`);
  const explain = async () => {
    const end = await ended;
    if (end.error) return missing("psql");
    const [, kind, why] = new RegExp(`(${IN_USE}|${DIFFERS}) (.*)`).exec(end.said) ?? [];
    if (kind === IN_USE) return new DatabaseInUse(why);
    if (kind === DIFFERS) return new BadArchive(`its database is not whole (${why})`);
    return failed("psql", end);
  };
  return {
    send,
    /** What was not committed is undone. Has no effect on one that has ended. */
    kill: () => void child.kill("SIGKILL"),
    load: async (file: string): Promise<void> => {
      const parameters = ["--no-owner", "--no-privileges", "--no-comments", "--file=-", file];
      const reading = start("pg_restore", null, parameters);
      reading.child.stdin.end();
      reading.child.stdout.pipe(child.stdin, { end: false });
      void ended.then(() => {
        reading.child.kill();
        // Whoever waits for its end waits until all that it wrote is read, and nobody reads it any more.
        reading.child.stdout.unpipe().resume();
      });
      const read = await reading.ended;
      if (read.code === 0) return;
      const hasEnded = child.exitCode !== null;
      if (read.error) throw missing("pg_restore");
      if (hasEnded || read.code === null) throw await explain();
      throw new BadArchive(`its database can't be read (${read.said.trim() || "it ends too early"})`);
    },
    /** Waits until everything that was sent is done. Answers whether there is such a schema. */
    reach: async (word: string, schema: string | null): Promise<boolean> => {
      const reached = new Promise<boolean>((resolve) => {
        child.stdout.on("data", () => said.includes(`|${word}`) && resolve(true));
        void ended.then(() => resolve(false));
      });
      const exists = schema === null ? "false" : `to_regnamespace('${schema}') is not null`;
      send(`select ${exists}, '${word}';`);
      if (!(await reached)) throw await explain();
      return said.includes(`t|${word}`);
    },
    end: async (): Promise<void> => {
      child.stdin.end();
      const end = await ended;
      if (end.error || end.code !== 0) throw await explain();
    },
  };
}
