import { sql } from "kysely";
import { expect, test } from "vitest";
import { sharedShop } from "#test/shop/fresh-shop.ts";
import { listUnsafeSettings } from "./durability.ts";

const store = sharedShop();

test("settings that let a power cut take commits are named until they are on", async () => {
  const { db } = store.shop;
  await sql`set synchronous_commit = off`.execute(db);
  expect(await listUnsafeSettings(db)).toEqual([
    expect.stringMatching(/^fsync is off.*destroy the database/),
    expect.stringMatching(/^full_page_writes is off/),
    expect.stringMatching(/^synchronous_commit is off.*orders/),
  ]);
  await sql`set synchronous_commit = on`.execute(db);
  expect(await listUnsafeSettings(db)).toHaveLength(2);
  await sql`reset synchronous_commit`.execute(db);
});
