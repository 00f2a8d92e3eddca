import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openFreshDatabase } from "#test/database/fresh-database.ts";
import type { Database } from "./database.ts";
import { FUNCTIONS, FunctionFileBroken } from "./functions.ts";
import { DatabaseIsNewer, DatabaseIsUnreleased, migrate } from "./migrate.ts";

/** Functions that are not of an extension. */
const OWN = `p.pronamespace = 'public'::regnamespace
  and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')`;

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
    const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".sql"));
    const names = files.map((file) => path.basename(file));
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

  test("that changed are applied again, for any change", async () => {
    await start();
    await edit("settings/shop-time-zone.sql", "America/Phoenix", "Asia/Tokyo");
    await edit(
      "orders/can-fulfill.sql",
      "p_to text) returns boolean",
      "p_to text, p_how text default '') returns boolean",
    );
    await edit("payments/refund-stage.sql", "returns integer", "returns bigint");
    await edit("mail/queue-mail.sql", "p_kind text", "p_sort text");
    await write(
      "mail/queue-mail.sql",
      (await readFile(path.join(folder, "mail/queue-mail.sql"), "utf8")).replaceAll("p_kind", "p_sort"),
    );
    await edit(
      "files/note-avif-picture.sql",
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
    await rm(path.join(folder, "settings/refuse-change.sql"));
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
        file: "products/take-stock.sql",
        from: "  if v_product is null then return false; end if;",
        to: "  if v_product is null them return false; end if;",
        says: /^db\/functions\/products\/take-stock\.sql:17: missing "THEN"/,
      },
      {
        name: "a body that does not end",
        file: "products/take-stock.sql",
        from: "  else\n",
        to: "  else if\n",
        says: /^db\/functions\/products\/take-stock\.sql:\d+: /,
      },
      {
        name: "text outside of the body that does not parse",
        file: "products/take-stock.sql",
        from: ") returns boolean",
        to: ") retuns boolean",
        says: /^db\/functions\/products\/take-stock\.sql:6: syntax error at or near "retuns"/,
      },
      {
        name: "an unknown column in a function of plain SQL",
        file: "orders/flag-order.sql",
        from: "set attention",
        to: "set attentive",
        says: /^db\/functions\/orders\/flag-order\.sql:3: column "attentive" of relation "orders" does not exist/,
      },
      {
        name: "an unknown type of a variable",
        file: "orders/shelve-units.sql",
        from: "line record",
        to: "line recorder",
        says: /^db\/functions\/orders\/shelve-units\.sql:7: type "recorder" does not exist/,
      },
      {
        name: "another function than its name says",
        file: "products/take-stock.sql",
        from: "function take_stock(",
        to: "function take_stocks(",
        says: /^db\/functions\/products\/take-stock\.sql:3: defines the function take_stocks; .*, here take_stock$/,
      },
      {
        name: "a second function",
        file: "settings/shop-day.sql",
        from: "$$;\n",
        to: "$$;\ncreate function shop_hour() returns integer language sql as 'select 1';\n",
        says: /^db\/functions\/settings\/shop-day\.sql:5: defines the function shop_hour; /,
      },
      {
        name: "no function",
        file: "settings/shop-day.sql",
        from: "create or replace function",
        to: "-- create or replace function",
        says: /^db\/functions\/settings\/shop-day\.sql:1: defines no function shop_day$/,
      },
    ];
    test.each(broken)("$name", async ({ file, from, to, says }) => {
      await start();
      const before = await readShape(database);
      await edit(file, from, to);
      await edit(
        "orders/can-fulfill.sql",
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
    await database.pool.query("insert into kysely_migration values ('0999_later', 'a hash', now())");
    const refused = await start().catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(DatabaseIsNewer);
    expect((refused as Error).message).toBe(
      "The database was migrated by a newer version of the shop (0999_later is not known here): start that version, or restore a backup from before it (npm run admin -- restore).",
    );
    await database.pool.query("delete from kysely_migration where name = '0999_later'");
  });
});

describe("a database of an unreleased version", () => {
  const former = [
    {
      name: "whose migrations had no hashes",
      made: "create table kysely_migration (name text primary key, timestamp text not null)",
    },
    {
      name: "whose baseline had another text",
      made: `create table kysely_migration (name text primary key, hash text not null, applied_at timestamptz not null);
        insert into kysely_migration values ('0001_foundation', 'another text', now())`,
    },
  ];
  test.each(former)("$name is refused in one sentence, unchanged", async ({ made }) => {
    const old = await openFreshDatabase();
    await old.pool.query(`create table products (name text); ${made}`);
    const before = await readShape(old);
    const refused = await migrate(old.db).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(DatabaseIsUnreleased);
    expect((refused as Error).message).toMatch(
      /^This database was made by an unreleased version .* start fresh,/,
    );
    expect(await readShape(old)).toEqual(before);
    await old.close();
  });
});
