// On PostgreSQL alone: the embedded database has no connection that could break.
import pg from "pg";
import { expect, test } from "vitest";
import { newPostgresUrl, query } from "#test/own-postgres.ts";
import { LISTEN_PACE, startListening } from "./listener.ts";

test("a connection that breaks while its session is set up is made anew at once", async () => {
  const url = await newPostgresUrl();
  const tell = new pg.Pool({ connectionString: url });
  let sessions = 0;
  const session = async (client: pg.Client) => {
    sessions += 1;
    if (sessions > 1) return;
    const ended = new Promise<void>((resolve) => client.once("end", () => resolve()));
    const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
    await query(url, `select pg_terminate_backend(${rows[0]?.pid})`);
    await ended;
  };
  const hearer = { heard: () => {}, missed: () => {}, session };
  const listening = await startListening({ url, tell, channel: "test", hearer, pace: LISTEN_PACE });
  expect(listening.hears()).toBe(false);
  await expect.poll(() => [sessions, listening.hears()]).toEqual([2, true]);
  await listening.end();
  await tell.end();
});
