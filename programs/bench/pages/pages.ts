// A cached page compared with a bare server that holds the same bytes in memory.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { request } from "node:http";
import path from "node:path";
import { ShopProcess, type ShopSettings } from "#test/processes/shop-process.ts";
import { freePort } from "#test/servers/postgres.ts";
import { atLeast, atMost, type Figure, median, noted } from "../figures.ts";
import { askFor, askTimes, type Target } from "../load.ts";
import { cpuOf } from "../usage.ts";
import type { BareAnswer } from "./bare-server.ts";

/** Odd, so that the median is one of them. */
export const ROUNDS = 9;
const ROUND_MS = 1_500;
const WARM_UP = 3_000;

/** Where pages are asked for, and the processes that answer. */
export type Served = { port: number; pids: number[] };

/** Pages a second, and milliseconds of processor time for each. */
export type Round = { perSecond: number; cpuMs: number };

export async function measurePages(settings: ShopSettings): Promise<Figure[]> {
  const shop = new ShopProcess(settings);
  await shop.start();
  try {
    const paths = await pathsOf(shop.origin);
    return await measureBeside({ port: settings.port, pids: [shop.pid] }, paths, settings.dataDir);
  } finally {
    await shop.end("SIGTERM");
  }
}

/** Home, the shop and the page of its first product. */
async function pathsOf(origin: string): Promise<Record<string, string>> {
  const html = await (await fetch(`${origin}/shop`)).text();
  const product = /href="(\/product\/[^"?#]+)"/.exec(html)?.[1];
  if (!product) throw new Error("no product is linked from /shop");
  return { home: "/", shop: "/shop", product };
}

/** Both are measured in turn, so that other work of the machine slows both down alike. */
async function measureBeside(shop: Served, paths: Record<string, string>, folder: string): Promise<Figure[]> {
  const bare = await startBareServer(shop.port, Object.values(paths), folder);
  try {
    const figures: Figure[] = [];
    for (const [name, page] of Object.entries(paths)) {
      const { rate, ratio } = await takeTurns(shop, bare, page);
      figures.push(
        noted(`${name}, pages a second`, rate, "a second"),
        atLeast(`${name}, throughput compared with a bare server`, ratio("perSecond"), 0.9),
        atMost(`${name}, processor time per request compared with a bare server`, ratio("cpuMs"), 1.15),
      );
    }
    return figures;
  } finally {
    bare.stop();
  }
}

/** Warms both up, then measures one after the other, round by round. */
async function takeTurns(shop: Served, other: Served, page: string) {
  const rounds: { own: Round; other: Round }[] = [];
  for (const { port } of [shop, other]) await askTimes({ port, path: page }, WARM_UP);
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push({ own: await measure(shop, page), other: await measure(other, page) });
  return {
    /** Pages a second. */
    rate: Math.round(median(rounds.map(({ own }) => own.perSecond))),
    ratio: (key: keyof Round) => median(rounds.map(({ own, other }) => own[key] / other[key])),
  };
}

export async function measure({ port, pids }: Served, page: Target["path"], took?: number[]): Promise<Round> {
  const target: Target = { port, path: page, ...(took ? { took } : {}) };
  const cpuOfAll = () => pids.reduce((sum, pid) => sum + cpuOf(pid), 0);
  const [began, cpu] = [performance.now(), cpuOfAll()];
  const answers = await askFor(target, ROUND_MS);
  return {
    perSecond: (answers * 1_000) / (performance.now() - began),
    cpuMs: (cpuOfAll() - cpu) / answers,
  };
}

async function startBareServer(shopPort: number, paths: string[], folder: string) {
  const answers: Record<string, BareAnswer> = {};
  for (const page of paths) answers[page] = await bareAnswer(`http://127.0.0.1:${shopPort}${page}`);
  const file = path.join(folder, "answers.json");
  writeFileSync(file, JSON.stringify(answers));
  const port = await freePort();
  const program = path.join(import.meta.dirname, "bare-server.ts");
  const child = spawn(process.execPath, [program, file, String(port)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  return { port, pids: [child.pid ?? 0], stop: () => child.kill() };
}

/** The shop's answer as sent, compressed, without the headers that Node's server adds. */
async function bareAnswer(url: string): Promise<BareAnswer> {
  const own = new Set(["date", "connection", "keep-alive", "transfer-encoding"]);
  return new Promise((resolve, reject) => {
    request(url, { headers: { accept: "text/html", "accept-encoding": "br" } }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        const body = Buffer.concat(chunks);
        const kept = Object.entries(response.headers).filter(([name]) => !own.has(name));
        const headers = Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
        resolve({
          headers: { ...headers, "content-length": String(body.length) },
          body: body.toString("base64"),
        });
      });
    })
      .on("error", reject)
      .end();
  });
}
