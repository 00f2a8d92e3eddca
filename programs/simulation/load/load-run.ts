// Many shoppers at once for minutes, on PostgreSQL, while things fail around the shop: connections are cut, the whole
// server crashes and comes back, the provider fails and gets slow. Counted are answers that nothing explains, the
// memory of the process, and at the end the books.
import { readFileSync } from "node:fs";
import path from "node:path";
import type { PostgresServer } from "#test/postgres.ts";
import { type Audit, audit } from "../real/books.ts";
import { prepareGoods, readProviderBooks, waitForEqualBooks, withDatabase } from "../real/kill-run.ts";
import { ShopProcess, type ShopSettings } from "../real/shop-process.ts";
import { type Answered, walkThrough } from "./load-shopper.ts";

/** What a fault may break goes on breaking for a while after it ended. */
const EXPLAINED_AFTER_MS = 15_000;
const FAULT_EVERY_MS = 20_000;
const SAMPLE_EVERY_MS = 2_000;
const STOCK = 1_000_000;

export type LoadFigures = {
  shoppers: number;
  minutes: number;
  answers: number;
  faults: number;
  /** Answers of 500 and above, and calls without an answer, near a fault and far from one. */
  explained: number;
  unexplained: string[];
  slowestMs: number;
  medianMs: number;
  /** Mean of the last third of the run through that of the second; of the resident memory. */
  memoryGrowth: number;
  memoryMegabytes: number;
  booksEqualAfterMs: number | null;
  audit: Audit;
};

export async function runLoad(
  settings: ShopSettings,
  server: PostgresServer,
  { shoppers, minutes }: { shoppers: number; minutes: number },
  say: (line: string) => void,
): Promise<LoadFigures> {
  const shop = new ShopProcess(settings);
  await shop.start();
  const goods = await prepareGoods(settings, STOCK);
  const faults: number[] = [];
  const times: number[] = [];
  const failures: { at: number; what: string }[] = [];
  const memory: number[] = [];
  let answers = 0;
  const note = ({ at, ms, what, isFailure }: Answered) => {
    answers += 1;
    times.push(ms);
    if (isFailure) failures.push({ at, what });
  };
  const began = performance.now();
  const endsAt = began + minutes * 60_000;
  const isOver = () => performance.now() >= endsAt;
  const crowd = Array.from({ length: shoppers }, async () => {
    while (!isOver()) await walkThrough(shop.origin, goods, note);
  });
  const sampling = every(SAMPLE_EVERY_MS, isOver, async () => {
    memory.push(residentMegabytes(shop.pid));
  });
  const failing = every(FAULT_EVERY_MS, isOver, async () => {
    faults.push(performance.now());
    const name = await fail(shop, server, settings, faults.length);
    faults.push(performance.now());
    say(`  ${Math.round((performance.now() - began) / 1_000)} s: ${name}; ${answers} answers`);
  });
  await Promise.all([...crowd, sampling, failing]);
  const booksEqualAfterMs = await waitForEqualBooks(shop.origin);
  await shop.end("SIGTERM");
  const payments = readProviderBooks(settings);
  const figures = await withDatabase(settings, (pool) => audit(pool, payments));
  const isExplained = ({ at }: { at: number }) =>
    faults.some((fault) => at >= fault - 1_000 && at <= fault + EXPLAINED_AFTER_MS);
  const unexplained = failures.filter((failure) => !isExplained(failure)).map(({ what }) => what);
  times.sort((a, b) => a - b);
  const third = Math.floor(memory.length / 3);
  return {
    shoppers,
    minutes,
    answers,
    faults: faults.length / 2,
    explained: failures.length - unexplained.length,
    unexplained,
    slowestMs: times.at(-1) ?? 0,
    medianMs: times[Math.floor(times.length / 2)] ?? 0,
    memoryGrowth: mean(memory.slice(-third)) / mean(memory.slice(third, 2 * third)),
    memoryMegabytes: mean(memory.slice(-third)),
    booksEqualAfterMs,
    audit: figures,
  };
}

/** One fault after the other; answers its name when it is over. */
async function fail(
  shop: ShopProcess,
  server: PostgresServer,
  settings: ShopSettings,
  turn: number,
): Promise<string> {
  const arm = (fault: Record<string, unknown>) =>
    fetch(`${shop.origin}/sandbox/faults`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(fault),
    }).then((answer) => answer.arrayBuffer());
  switch (Math.floor(turn / 2) % 4) {
    case 0:
      await withDatabase(settings, (pool) =>
        pool.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()",
        ),
      );
      return "all connections cut";
    case 1:
      await arm({ kind: "server_error", times: 20 });
      return "provider answers 500 twenty times";
    case 2:
      await server.crash();
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      await server.restart();
      return "database crashed and back after 3 s";
    default:
      await arm({ kind: "slow", delayMs: 2_000, times: 20 });
      return "provider slow twenty times";
  }
}

async function every(pauseMs: number, isOver: () => boolean, work: () => Promise<void>): Promise<void> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    if (isOver()) return;
    await work();
  }
}

function residentMegabytes(pid: number): number {
  const status = readFileSync(path.join("/proc", String(pid), "status"), "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

function mean(values: number[]): number {
  return values.reduce((total, value) => total + value, 0) / Math.max(1, values.length);
}
