// The connection that hears other processes and holds locks, where it breaks.
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { newPostgresUrl, query } from "#test/database/own-postgres.ts";
import { layWire } from "#test/servers/wire.ts";
import { NOT_HEARD, SESSION_PACE, Session, type SessionPace } from "./session.ts";

const HOUR_MS = 3_600_000;
const LOCK = "7, 7";
const channel = "test";

let url: string;
let tell: pg.Pool;
const sessions: Session[] = [];
beforeAll(async () => {
  url = await newPostgresUrl();
});
beforeEach(() => {
  tell = new pg.Pool({ connectionString: url });
});
afterEach(async () => {
  for (const session of sessions.splice(0)) await session.end();
  await tell.end();
});
afterAll(() => vi.restoreAllMocks());

function open({ at = url, pace = {} }: { at?: string; pace?: Partial<SessionPace> } = {}) {
  const session = new Session({ url: at, tell, pace: { ...SESSION_PACE, againMs: 20, ...pace } });
  sessions.push(session);
  return session;
}

/** What it hears, how often it missed something, and each of its connections. */
async function listen(session: Session) {
  const heard: string[] = [];
  const clients: pg.Client[] = [];
  let missed = 0;
  const listening = await session.listen(channel, {
    heard: (payload) => heard.push(payload),
    missed: () => (missed += 1),
    session: async (client) => void clients.push(client),
  });
  return { heard, clients, missed: () => missed, end: listening.end };
}

const say = (word: string) => query(url, `select pg_notify('${channel}', '${word}')`);
const endAll = () =>
  query(
    url,
    "select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen%' and datname = current_database()",
  );

test("a listener gets the notifications on its channel, and none once it has ended", async () => {
  const session = open();
  const [first, second] = [await listen(session), await listen(session)];
  await query(url, "select pg_notify('another', 'elsewhere')");
  await say("hello");
  await expect.poll(() => [first.heard, second.heard]).toEqual([["hello"], ["hello"]]);
  expect(first.clients).toEqual(second.clients);
  await first.end();
  await say("again");
  await expect.poll(() => second.heard).toEqual(["hello", "again"]);
  expect(first.heard).toEqual(["hello"]);
});

test("a lost connection is reopened, and its listener learns that it may have missed something", async () => {
  const session = open();
  const { heard, missed, clients } = await listen(session);
  expect(missed()).toBe(0);
  await endAll();
  await expect.poll(missed).toBe(1);
  expect(clients).toHaveLength(2);
  await say("after");
  await expect.poll(() => heard).toEqual(["after"]);
});

test("without an answer it keeps trying, and reports no gap until it is connected again", async () => {
  const wire = await layWire(url);
  const session = open({ at: wire.url });
  const { missed, clients } = await listen(session);
  await wire.close();
  await expect.poll(() => session.tryLock(LOCK)).toBe(false);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect([missed(), clients.length]).toEqual([0, 1]);
});

test("a first connection that fails is reported to the caller, and the next call tries again", async () => {
  let isAway = true;
  const told = tell;
  tell = {
    query: (...question: [string, unknown[]]) =>
      isAway ? Promise.reject(new Error("the pool is away")) : told.query(...question),
    end: () => told.end(),
  } as unknown as pg.Pool;
  const session = open();
  await expect(listen(session)).rejects.toThrow("the pool is away");
  isAway = false;
  expect((await listen(session)).clients).toHaveLength(1);
});

test("a connection that hears nothing of what it says itself, as through a pooler, is none", async () => {
  const told = tell;
  // Says that it was sent, and sends nothing.
  tell = { query: async () => ({}), end: () => told.end() } as unknown as pg.Pool;
  await expect(listen(open({ pace: { helloMsMax: 100 } }))).rejects.toThrow(NOT_HEARD);
});

test("of several sessions one has a lock, keeps it, and another gets it right away when that one ends", async () => {
  const [one, other] = [open(), open()];
  await listen(one);
  await listen(other);
  expect([await one.tryLock(LOCK), await other.tryLock(LOCK), await one.tryLock(LOCK)]).toEqual([
    true,
    false,
    true,
  ]);
  await one.end();
  await expect.poll(() => other.tryLock(LOCK)).toBe(true);
});

test("a lock ends with its connection: the first one to ask gets it next", async () => {
  const [one, other] = [open({ pace: { againMs: HOUR_MS, againMsMax: HOUR_MS } }), open()];
  const { clients } = await listen(one);
  await listen(other);
  expect(await one.tryLock(LOCK)).toBe(true);
  const { rows } = (await clients[0]?.query<{ pid: number }>("select pg_backend_pid() as pid")) ?? {
    rows: [],
  };
  await query(url, `select pg_terminate_backend(${rows[0]?.pid})`);
  await expect.poll(() => other.tryLock(LOCK)).toBe(true);
  await expect.poll(() => one.tryLock(LOCK)).toBe(false);
});

test("who does not listen has no lock", async () => {
  expect(await open().tryLock(LOCK)).toBe(false);
});

test("reconnecting waits between half a pause and a whole one, so that many processes don't reconnect at once", async () => {
  const wire = await layWire(url);
  await listen(open({ at: wire.url, pace: { againMs: HOUR_MS, againMsMax: HOUR_MS } }));
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
});
