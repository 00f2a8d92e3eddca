// On PostgreSQL alone: the embedded database has no connection that could break.
import pg from "pg";
import { expect, test } from "vitest";
import { newPostgresUrl, query } from "#test/own-postgres.ts";
import { LISTEN_PACE, startListening } from "./listener.ts";

const HOUR_MS = 3_600_000;

test.each([
  ["breaks while its session is set up", false],
  ["can't be given its session", true],
])("a connection that %s is made anew at once", async (_what, fails) => {
  const url = await newPostgresUrl();
  const tell = new pg.Pool({ connectionString: url });
  let sessions = 0;
  const session = async (client: pg.Client) => {
    sessions += 1;
    if (sessions > 1) return;
    if (fails) throw new Error("no such setting");
    const ended = new Promise<void>((resolve) => client.once("end", () => resolve()));
    const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
    await query(url, `select pg_terminate_backend(${rows[0]?.pid})`);
    await ended;
  };
  const hearer = { heard: () => {}, missed: () => {}, session };
  // The first try to connect again waits for nothing.
  const pace = { ...LISTEN_PACE, againMs: HOUR_MS, againMsMax: HOUR_MS };
  const listening = await startListening({ url, tell, channel: "test", hearer, pace });
  expect(listening.hears()).toBe(false);
  await expect.poll(() => [sessions, listening.hears()]).toEqual([2, true]);
  await listening.end();
  await tell.end();
});

test("a connection that died without a word is doubted: it hears nothing until it is proven, and is made anew", async () => {
  const url = await newPostgresUrl();
  const tell = new pg.Pool({ connectionString: url });
  const log: unknown[] = [];
  const hearer = {
    heard: () => {},
    missed: () => void log.push("missed"),
    changed: (hears: boolean) => void log.push(hears),
    session: async (client: pg.Client) => void sessions.push(client),
  };
  const sessions: pg.Client[] = [];
  const pace = { ...LISTEN_PACE, proofMsMax: 200 };
  const listening = await startListening({ url, tell, channel: "test", hearer, pace });
  log.length = 0;
  listening.doubt();
  listening.doubt();
  expect(listening.hears()).toBe(false);
  await expect.poll(() => log).toEqual([false, true, "missed"]);
  expect(sessions).toHaveLength(1);
  log.length = 0;
  // It stands, and hears no more.
  await sessions[0]?.query("unlisten *");
  listening.doubt();
  await expect.poll(() => log).toEqual([false, true, "missed"]);
  expect(sessions).toHaveLength(2);
  await listening.end();
  await tell.end();
});
