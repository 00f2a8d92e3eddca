import { sql } from "kysely";
import type pg from "pg";
import { expect, test } from "vitest";
import { kyselyOver } from "./database.ts";
import { ATTEMPTS_MAX, inTransaction } from "./transaction.ts";

/** A database that gives up the statements at these places of the order in which they come. */
function openGivingUp(places: number[], code: string, options: Parameters<typeof kyselyOver>[1] = {}) {
  const sent: string[] = [];
  const client = {
    query: async (text: string) => {
      if (places.includes(sent.push(text) - 1)) throw Object.assign(new Error("given up"), { code });
      return { command: "SELECT", rowCount: 1, rows: [{ it: 1 }] };
    },
    release: () => {},
  };
  const pool = { options: {}, connect: async () => client } as unknown as pg.Pool;
  return { db: kyselyOver(pool, options), sent };
}

const BEGIN = "start transaction isolation level read committed";

test.each(["40001", "40P01"])("a statement that the database gave up (%s) is sent again", async (code) => {
  const { db, sent } = openGivingUp([0, 1], code);
  const { rows } = await sql`select 1 as it`.execute(db);
  expect(rows).toEqual([{ it: 1 }]);
  expect(sent).toEqual(Array(3).fill("select 1 as it"));
});

test("in a transaction the statement is not sent again, but the transaction is", async () => {
  const { db, sent } = openGivingUp([2], "40P01");
  await inTransaction({ db }, async (tx) => {
    await sql`select 1`.execute(tx);
    await sql`select 2`.execute(tx);
  });
  await sql`select 3`.execute(db);
  const again = [BEGIN, "select 1", "select 2"];
  expect(sent).toEqual([...again, "rollback", ...again, "commit", "select 3"]);
});

test("any other error is the caller's, right away", async () => {
  const { db, sent } = openGivingUp([0], "23505");
  await expect(sql`select 1`.execute(db)).rejects.toMatchObject({ code: "23505" });
  expect(sent).toEqual(["select 1"]);
});

test("after a transaction its connection repeats statements again, as often as a new one", async () => {
  const every = Array.from({ length: 50 }, (_, place) => place + 2);
  const { db, sent } = openGivingUp(every, "40001");
  await inTransaction({ db }, async () => {});
  expect(sent).toEqual([BEGIN, "commit"]);
  await expect(sql`select 1`.execute(db)).rejects.toMatchObject({ code: "40001" });
  expect(sent.slice(2)).toEqual(Array(ATTEMPTS_MAX).fill("select 1"));
});

test("where nothing else limits statements, a transaction begins, and then sets its limits for itself", async () => {
  const { db, sent } = openGivingUp([], "40P01", { limitsTransactions: true });
  await inTransaction({ db }, (tx) => sql`select 1`.execute(tx));
  await sql`select 2`.execute(db);
  expect(sent).toEqual([BEGIN, expect.stringContaining("set_config"), "select 1", "commit", "select 2"]);
});
