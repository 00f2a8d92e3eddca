import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openFreshDatabase } from "#test/database/fresh-database.ts";
import type { Database } from "./database.ts";
import { FUNCTIONS, FunctionFileBroken } from "./functions.ts";
import { DatabaseIsNewer, listMigrationNames, migrate } from "./migrate.ts";

const OLD_DATABASE = path.join(import.meta.dirname, "../../../test/fixtures/database-0017.sql");

/** Functions that are not of an extension. */
const OWN = `p.pronamespace = 'public'::regnamespace
  and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')`;

/** A column says itself whether it takes null; the names of such constraints remember former names of tables. */
const SHAPE = {
  functions: `select pg_get_functiondef(p.oid) as it from pg_proc p where ${OWN}`,
  triggers: "select pg_get_triggerdef(oid) as it from pg_trigger where not tgisinternal",
  columns: `select format('%s.%s %s %s %s %s %s', a.attrelid::regclass, a.attname, format_type(a.atttypid, a.atttypmod),
      a.attnotnull, a.attidentity, a.attgenerated, pg_get_expr(d.adbin, d.adrelid)) as it
    from pg_attribute a join pg_class c on c.oid = a.attrelid and c.relkind = 'r'
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped`,
  constraints: `select format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as it
    from pg_constraint where connamespace = 'public'::regnamespace and contype not in ('t', 'n')`,
  indexes: "select indexdef as it from pg_indexes where schemaname = 'public'",
  sequences: "select sequencename as it from pg_sequences where schemaname = 'public'",
};

async function readShape({ pool }: Pick<Database, "pool">) {
  const shape = new Map<string, string[]>();
  for (const [kind, question] of Object.entries(SHAPE)) {
    const { rows } = await pool.query<{ it: string }>(`${question} order by 1`);
    shape.set(
      kind,
      rows.map((row) => row.it),
    );
  }
  return Object.fromEntries(shape) as Record<keyof typeof SHAPE, string[]>;
}

async function readRows(pool: pg.Pool): Promise<Record<string, unknown>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'
      and tablename not like 'kysely%' and tablename <> 'function_files' order by 1`,
  );
  const content: Record<string, unknown> = {};
  for (const { name } of tables) {
    const { rows } = await pool.query(`select to_jsonb(t) as it from ${name} t order by to_jsonb(t)::text`);
    content[name] = rows;
  }
  return content;
}

async function openOldDatabase(): Promise<Database> {
  const database = await openFreshDatabase();
  const dump = await readFile(OLD_DATABASE, "utf8");
  await database.pool.query(`begin; set local check_function_bodies = off; ${dump} commit`);
  return database;
}

describe("a database in which functions still came from migrations", () => {
  let old: Database;
  beforeAll(async () => {
    old = await openOldDatabase();
  });
  afterAll(() => old.close());

  test("keeps its rows and ends with the functions, triggers, tables, columns, constraints and indexes of an empty one", async () => {
    // Of all tables only this one is gone: counts are in limit_uses now.
    const { '"rateLimit"': counts, ...rows } = await readRows(old.pool);
    expect(counts).toEqual([]);
    const { known } = await listMigrationNames(old.db);
    expect(await migrate(old.db)).toEqual(known.filter((name) => name >= "0018"));
    // A refund that puts back all says the pieces now.
    const refunds = (rows.refunds as { it: object }[]).map(({ it }) => ({
      it: { ...it, restock_pieces: expect.any(Object) },
    }));
    expect(await readRows(old.pool)).toMatchObject({ ...rows, refunds });

    const fresh = await openFreshDatabase();
    await migrate(fresh.db);
    const shape = await readShape(fresh);
    for (const found of Object.values(shape)) expect(found).not.toEqual([]);
    expect(await readShape(old)).toEqual(shape);
    await fresh.close();
  });

  test("goes on where it was: the refund that was under way is merged and the checkout that was open is paid", async () => {
    await migrate(old.db);
    const { rows: refunded } = await old.pool.query(
      `select apply_payment_facts(order_id, jsonb_build_array(jsonb_build_object('id', 're_1', 'amount', amount,
        'status', 'succeeded', 'refund_id', id)), '[]', 2, 'webhook', now()) as it from refunds`,
    );
    expect(refunded).toMatchObject([{ it: { status: "partially_refunded", restocked: 1 } }]);
    const { rows: paid } = await old.pool.query(
      `select settle_payment(id, '{"id": "pi_2", "status": "succeeded", "amount": 9000, "amount_received": 9000}', 2,
        'webhook', now()) as it from checkouts where state = 'open'`,
    );
    expect(paid).toMatchObject([{ it: { outcome: "order", status: "paid", updated: true } }]);
  });
});

describe("function files", () => {
  let database: Database;
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "functions-"));
    await cp(FUNCTIONS, folder, { recursive: true });
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  beforeAll(async () => {
    database = await openFreshDatabase();
  });
  afterAll(() => database.close());

  const start = () => migrate(database.db, { functionsFolder: folder });
  const write = (file: string, text: string) => writeFile(path.join(folder, file), text);
  const edit = async (file: string, from: string, to: string) => {
    const text = await readFile(path.join(folder, file), "utf8");
    expect(text).toContain(from);
    await write(file, text.replace(from, to));
  };
  const ask = async (question: string) => (await database.pool.query<{ it: string }>(question)).rows;

  test("are all the functions that the database has", async () => {
    await start();
    const names = (await readdir(folder)).filter((name) => name.endsWith(".sql"));
    const found = await ask(`select p.proname as it from pg_proc p where ${OWN} order by 1`);
    expect(found.map(({ it }) => `${it.replaceAll("_", "-")}.sql`).sort()).toEqual(names.sort());
  });

  test("that have not changed are left alone, and one that was lost comes back", async () => {
    await start();
    const version =
      "select string_agg(xmin::text, ',' order by proname) as it from pg_proc where proname ~ '^(take|hold)_'";
    const before = await ask(version);
    expect(await start()).toEqual([]);
    expect(await ask(version)).toEqual(before);
    await database.pool.query("drop function take_stock");
    await start();
    expect(await ask("select proname as it from pg_proc where proname = 'take_stock'")).toHaveLength(1);
  });

  test("that changed are applied again, whatever of them changed", async () => {
    await start();
    await edit("shop-time-zone.sql", "America/Phoenix", "Asia/Tokyo");
    await edit(
      "can-fulfill.sql",
      "p_to text) returns boolean",
      "p_to text, p_how text default '') returns boolean",
    );
    await edit("refund-stage.sql", "returns integer", "returns bigint");
    await edit("queue-mail.sql", "p_kind text", "p_sort text");
    await write(
      "queue-mail.sql",
      (await readFile(path.join(folder, "queue-mail.sql"), "utf8")).replaceAll("p_kind", "p_sort"),
    );
    await edit(
      "note-avif-picture.sql",
      "create trigger products_note_avif_picture",
      "create trigger another_name",
    );
    await start();
    expect(await ask("select shop_day('2026-01-01 20:00Z')::text as it")).toEqual([{ it: "2026-01-02" }]);
    const signatures = await ask(`select oid::regprocedure || ' ' || prorettype::regtype as it from pg_proc
      where proname in ('can_fulfill', 'refund_stage') order by 1`);
    expect(signatures.map(({ it }) => it)).toEqual([
      "can_fulfill(text,text,text) boolean",
      "refund_stage(text) bigint",
    ]);
    const triggers = await ask(
      "select tgname as it from pg_trigger where tgfoid = 'note_avif_picture'::regproc order by 1",
    );
    expect(triggers.map(({ it }) => it)).toEqual(["another_name", "product_images_note_avif_picture"]);
    await migrate(database.db);
    expect(
      await ask("select oid::regprocedure::text as it from pg_proc where proname = 'can_fulfill'"),
    ).toEqual([{ it: "can_fulfill(text,text)" }]);
  });

  test("that are gone take their function and its triggers along; functions of others stay", async () => {
    await start();
    await database.pool.query(
      "create function of_another_program() returns integer language sql as 'select 1'",
    );
    await rm(path.join(folder, "refuse-change.sql"));
    await start();
    expect(
      await ask("select proname as it from pg_proc where proname in ('refuse_change', 'of_another_program')"),
    ).toEqual([{ it: "of_another_program" }]);
    await database.pool.query("drop function of_another_program()");
    await migrate(database.db);
  });

  describe("stop the start with file and line, and nothing is changed", () => {
    const broken: { name: string; file: string; from: string; to: string; says: RegExp }[] = [
      {
        name: "a body that does not parse",
        file: "take-stock.sql",
        from: "  if not found then return false; end if;",
        to: "  if not found them return false; end if;",
        says: /^db\/functions\/take-stock\.sql:17: missing "THEN"/,
      },
      {
        name: "a body that does not end",
        file: "take-stock.sql",
        from: "  else\n",
        to: "  else if\n",
        says: /^db\/functions\/take-stock\.sql:\d+: /,
      },
      {
        name: "text outside of the body that does not parse",
        file: "take-stock.sql",
        from: ") returns boolean",
        to: ") retuns boolean",
        says: /^db\/functions\/take-stock\.sql:6: syntax error at or near "retuns"/,
      },
      {
        name: "an unknown column in a function of plain SQL",
        file: "flag-order.sql",
        from: "set attention",
        to: "set attentive",
        says: /^db\/functions\/flag-order\.sql:3: column "attentive" of relation "orders" does not exist/,
      },
      {
        name: "an unknown type of a variable",
        file: "restock-order.sql",
        from: "line record",
        to: "line recorder",
        says: /^db\/functions\/restock-order\.sql:9: type "recorder" does not exist/,
      },
      {
        name: "another function than its name says",
        file: "take-stock.sql",
        from: "function take_stock(",
        to: "function take_stocks(",
        says: /^db\/functions\/take-stock\.sql:3: defines the function take_stocks; .*, here take_stock$/,
      },
      {
        name: "a second function",
        file: "shop-day.sql",
        from: "$$;\n",
        to: "$$;\ncreate function shop_hour() returns integer language sql as 'select 1';\n",
        says: /^db\/functions\/shop-day\.sql:5: defines the function shop_hour; /,
      },
      {
        name: "no function",
        file: "shop-day.sql",
        from: "create or replace function",
        to: "-- create or replace function",
        says: /^db\/functions\/shop-day\.sql:1: defines no function shop_day$/,
      },
    ];
    test.each(broken)("$name", async ({ file, from, to, says }) => {
      await start();
      const before = await readShape(database);
      await edit(file, from, to);
      await edit(
        "can-fulfill.sql",
        "p_to text) returns boolean",
        "p_to text, p_how text default '') returns boolean",
      );
      const refused = await start().catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(FunctionFileBroken);
      expect((refused as Error).message).toMatch(says);
      expect(await readShape(database)).toEqual(before);
    });
  });

  test("a database that a newer version has migrated is refused in one sentence that says what to do", async () => {
    await start();
    await database.pool.query("insert into kysely_migration values ('0999_later', '2030-01-01')");
    const refused = await start().catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(DatabaseIsNewer);
    expect((refused as Error).message).toBe(
      "The database was migrated by a newer version of the shop (0999_later is not known here): start that version, or restore a backup from before it (npm run admin -- restore).",
    );
    await database.pool.query("delete from kysely_migration where name = '0999_later'");
  });
});
