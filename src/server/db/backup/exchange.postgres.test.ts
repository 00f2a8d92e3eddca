// An exchange of the database that is under way.
import { sql } from "kysely";
import { expect, test } from "vitest";
import { newPostgresUrl } from "#test/database/own-postgres.ts";
import { whileOneWaits } from "#test/database/two-transactions.ts";
import { openPostgresDatabase } from "../database.ts";
import { SHOP_LOCK } from "../presence.ts";
import { wasExchanged } from "./exchange-postgres.ts";

test("[KN-6] whoever asks whether the database was exchanged waits for an exchange that is under way", async () => {
  const url = await newPostgresUrl();
  const database = await openPostgresDatabase(url);
  const isExchanged = await whileOneWaits(database, {
    holds: (tx) => sql`select pg_advisory_xact_lock(${sql.raw(SHOP_LOCK)})`.execute(tx),
    works: () => wasExchanged(url, "1"),
    meanwhile: (tx) => sql`comment on table kysely_migration is 'restored 1'`.execute(tx),
  });
  expect(isExchanged).toBe(true);
  await database.close();
});
