// The connection that hears other processes, where it breaks.
import { setImmediate } from "node:timers/promises";
import pg from "pg";
import { expect, test, vi } from "vitest";
import { newPostgresUrl, query } from "#test/database/own-postgres.ts";
import { layWire } from "#test/servers/wire.ts";
import { LISTEN_PACE, startListening } from "./listener.ts";

const HOUR_MS = 3_600_000;

/** Ends the connection that listens, from outside. */
const endListening = (url: string) =>
  query(
    url,
    `select pg_terminate_backend(pid) from pg_stat_activity
      where query like 'listen %' and datname = current_database()`,
  );

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
  const pool = new pg.Pool({ connectionString: url });
  const pace = { ...LISTEN_PACE };
  let isDeaf = false;
  // A busy machine hears late: only the proof that nothing can hear is given up soon.
  const prove = async (text: string, values: unknown[]) => {
    await pool.query(text, values);
    pace.proofMsMax = isDeaf ? 50 : LISTEN_PACE.proofMsMax;
    isDeaf = false;
  };
  const tell = { query: prove } as unknown as pg.Pool;
  const log: unknown[] = [];
  const hearer = {
    heard: () => {},
    missed: () => void log.push("missed"),
    changed: (hears: boolean) => void log.push(hears),
    session: async (client: pg.Client) => void sessions.push(client),
  };
  const sessions: pg.Client[] = [];
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
  isDeaf = true;
  listening.doubt();
  await expect.poll(() => log).toEqual([false, true, "missed"]);
  expect(sessions).toHaveLength(2);
  await listening.end();
  await pool.end();
});

test.each([
  ["the first connection", 1],
  ["a connection after that", 2],
])(
  "a proof of %s that ends after that was lost says nothing of the one that was made since",
  async (_what, lost) => {
    const url = await newPostgresUrl();
    const pool = new pg.Pool({ connectionString: url });
    const held = Promise.withResolvers<never>();
    let proofs = 0;
    const prove = (text: string, values: unknown[]) => {
      proofs += 1;
      return proofs === lost ? held.promise : pool.query(text, values);
    };
    const tell = { query: prove } as unknown as pg.Pool;
    const log: unknown[] = [];
    const hearer = {
      heard: () => {},
      missed: () => void log.push("missed"),
      changed: (hears: boolean) => void log.push(hears),
    };
    const starting = startListening({ url, tell, channel: "test", hearer });
    for (let proof = 1; proof <= lost; proof += 1) {
      await expect.poll(() => proofs).toBe(proof);
      if (proof < lost) await starting;
      await endListening(url);
    }
    const expected = lost === 1 ? [true, "missed"] : [true, false, true, "missed"];
    await expect.poll(() => log).toEqual(expected);
    held.reject(new Error("the pool was away"));
    const listening = await starting;
    await setImmediate();
    expect([log, listening.hears()]).toEqual([expected, true]);
    await listening.end();
    await pool.end();
  },
);

test.each([
  ["the first connection", 1],
  ["a connection after that", 2],
])(
  "%s whose proof could not be sent is proven again soon, and not as late as one that hears",
  async (_what, unsent) => {
    const url = await newPostgresUrl();
    const pool = new pg.Pool({ connectionString: url });
    let proofs = 0;
    const prove = async (text: string, values: unknown[]) => {
      proofs += 1;
      if (proofs === unsent) throw new Error("the pool is busy");
      return pool.query(text, values);
    };
    const tell = { query: prove } as unknown as pg.Pool;
    const hearer = { heard: () => {}, missed: () => {} };
    const pace = { ...LISTEN_PACE, proofEveryMs: HOUR_MS, againMsMax: 50 };
    const listening = await startListening({ url, tell, channel: "test", hearer, pace });
    if (unsent > 1) await endListening(url);
    await expect.poll(() => [proofs, listening.hears()]).toEqual([unsent + 1, true]);
    await listening.end();
    await pool.end();
  },
);

test("a connection on which a message to oneself gets lost is made anew, however short a time sending may take", async () => {
  const url = await newPostgresUrl();
  // Says that it was sent, and sends nothing.
  const tell = { query: async () => {} } as unknown as pg.Pool;
  let missed = 0;
  const hearer = { heard: () => {}, missed: () => (missed += 1) };
  const pace = { ...LISTEN_PACE, proofEveryMs: 10, sendMsMax: 20, proofMsMax: 100 };
  const listening = await startListening({ url, tell, channel: "test", hearer, pace });
  await expect.poll(() => missed).toBeGreaterThan(0);
  await listening.end();
});

test("whoever can't connect again tries after half a pause to a whole one, so that many do not come back at one moment", async () => {
  const url = await newPostgresUrl();
  const wire = await layWire(url);
  const tell = new pg.Pool({ connectionString: url });
  const pace = { ...LISTEN_PACE, againMs: HOUR_MS, againMsMax: HOUR_MS };
  const hearer = { heard: () => {}, missed: () => {} };
  const listening = await startListening({ url: wire.url, tell, channel: "test", hearer, pace });
  const pauses: number[] = [];
  const wait = setTimeout;
  const timers = vi.spyOn(globalThis, "setTimeout").mockImplementation(((step: () => void, ms = 0) => {
    const isPause = ms >= HOUR_MS / 2;
    if (isPause) pauses.push(ms);
    return wait(step, isPause ? 1 : ms);
  }) as typeof setTimeout);
  try {
    await wire.close();
    await expect.poll(() => pauses.length).toBeGreaterThanOrEqual(20);
  } finally {
    timers.mockRestore();
  }
  expect(Math.max(...pauses)).toBeLessThanOrEqual(HOUR_MS);
  expect(new Set(pauses).size).toBeGreaterThan(1);
  await listening.end();
  await tell.end();
});
