import type pg from "pg";
import { expect, test } from "vitest";
import { Conductor } from "./conductor.ts";
import { ShopPool } from "./shop-pool.ts";
import type { Stops } from "./stops.ts";

/** The conductor of a storm in which a shop caught what its pool threw: one of its tasks, or what runs outside of them. */
async function afterCatching(
  ask: (pool: pg.Pool) => Promise<unknown>,
  { isInTask = true } = {},
): Promise<Conductor> {
  const silent = { say: () => {}, moment: () => 0, count: () => {}, ended: async () => {} };
  const conductor = new Conductor({} as pg.Client, {} as Stops, silent);
  conductor.isFree = false;
  const pool = new ShopPool("web 1", [], conductor).asPool();
  const work = async () => {
    try {
      await ask(pool);
    } catch {
      // As on a path where errors of a race are expected.
    }
  };
  const task = { name: "web 1: a click", waits: 0, isOver: false, isDead: false };
  await (isInTask ? conductor.start(task, work) : work());
  return conductor;
}

test.each([
  ["a COPY", (pool: pg.Pool) => pool.query("copy orders to stdout"), '"copy orders to stdout" can\'t be'],
  [
    "a query that is more than a text with values",
    (pool: pg.Pool) => pool.query({ text: "select 1", rowMode: "array" }),
    "A statement that is not a text with values can't be scheduled",
  ],
])("%s ends the schedule, though the shop catches what is thrown", async (_, ask, said) => {
  const conductor = await afterCatching(ask);
  expect(() => conductor.mustGoOn()).toThrow(said);
});

test("so does a statement from outside of every task", async () => {
  const conductor = await afterCatching((pool) => pool.query("select 1"), { isInTask: false });
  expect(() => conductor.mustGoOn()).toThrow("outside every task");
});

test("an ordinary statement waits for its turn", async () => {
  const conductor = await afterCatching((pool) => pool.query("select $1", [1]));
  expect(conductor.moves).toHaveLength(1);
  expect(() => conductor.mustGoOn()).not.toThrow();
});
