// What all schedules of a process share: the server, the connection that looks and checks, the one that holds the stops,
// and the connections of the shops. A shop that dies loses its connections and gets new ones in their places.
import pg from "pg";
import type { Shop } from "#server/core/shop.ts";
import { kyselyOver, openPostgresDatabase } from "#server/db/database.ts";
import { openShopParts } from "../simulation/shop-parts.ts";
import { type HarnessServer, startHarnessServer } from "./database/server.ts";
import { HarnessError } from "./problems.ts";
import { readSignatures, type Signatures } from "./rules/function-calls.ts";
import { checkLeaseFunctions } from "./rules/work-history.ts";
import { Backend, routeLog } from "./turns/backend.ts";
import { Stops } from "./turns/stops.ts";

/** Who connects, with how many connections. The operator is a person at psql. */
const CONNECTIONS = { "web 1": 3, "web 2": 3, "worker 1": 3, "worker 2": 2, operator: 1 } as const;
export type Connected = keyof typeof CONNECTIONS;
export const connectedNames = Object.keys(CONNECTIONS) as Connected[];

export type Harness = {
  server: HarnessServer;
  monitor: pg.Client;
  /** The same for the shop's own rules. */
  monitorDb: Shop["db"];
  stops: Stops;
  signatures: Signatures;
  /** A shop whose clock, ids, database, provider and mailer are still to be replaced. */
  parts: Shop;
  backendsOf: (name: Connected) => Backend[];
  /** All connections of a process end, and new ones take their places. */
  reconnect: (name: Connected) => Promise<void>;
  /** Throws a HarnessError if the server is gone. */
  mustAnswer: () => Promise<void>;
  close: () => Promise<void>;
};

/** `stops` false: with the functions as they are, to compare. */
export async function openHarness({ stops = true }: { stops?: boolean } = {}): Promise<Harness> {
  const signatures = await readSignatures();
  checkLeaseFunctions(signatures);
  const server = await startHarnessServer({ stops });
  const backends = new Map<Connected, Backend[]>();
  const close = async () => {
    for (const backend of [...backends.values()].flat()) backend.resume();
    await server.stop();
  };
  try {
    const monitor = await connect(server.url);
    const keys = new Stops(await connect(server.url));
    await keys.hold();
    routeLog(server, () => [...backends.values()].flat());
    let number = 0;
    for (const name of connectedNames) {
      const opened = Array.from({ length: CONNECTIONS[name] }, () => Backend.open(server.url, number++));
      backends.set(name, await Promise.all(opened));
    }
    const backendsOf = (name: Connected) => {
      const found = backends.get(name);
      if (!found) throw new HarnessError(`nobody is called ${name}`);
      return found;
    };
    const reconnect = async (name: Connected) => {
      const old = backendsOf(name);
      await endBackends(monitor, old);
      backends.set(name, await Promise.all(old.map((backend) => Backend.open(server.url, backend.number))));
    };
    const mustAnswer = async () => {
      await monitor.query("select").catch((error: unknown) => {
        throw new HarnessError(`The harness's server is gone: ${String(error)}`, { cause: error });
      });
    };
    const parts = await openParts(server.url);
    const monitorDb = kyselyOver(poolOf(monitor));
    return {
      ...{ server, monitor, monitorDb, stops: keys, signatures, parts },
      ...{ backendsOf, reconnect, mustAnswer, close },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  return client;
}

/** One connection in the type of a pool, for Kysely. */
function poolOf(client: pg.Client): pg.Pool {
  const lent = {
    query: (text: string, values?: unknown[]) => client.query(text, values),
    release: () => {},
  };
  return { options: {}, connect: async () => lent } as unknown as pg.Pool;
}

/** A paused process hears of its end only when it goes on. Resolves once the server has none of them. */
async function endBackends(monitor: pg.Client, backends: Backend[]): Promise<void> {
  const pids = backends.map(({ pid }) => pid);
  await monitor.query("select pg_terminate_backend(pid) from unnest($1::integer[]) pid", [pids]);
  for (const backend of backends) backend.resume();
  for (let asked = 0; asked < ASKED_MAX; asked += 1) {
    const { rows } = await monitor.query("select from pg_stat_activity where pid = any($1)", [pids]);
    if (rows.length === 0) return;
  }
  throw new HarnessError("A connection could not be ended");
}

const ASKED_MAX = 20_000;

async function openParts(url: string): Promise<Shop> {
  const database = await openPostgresDatabase(url);
  const shop = await openShopParts(database);
  await database.pool.end();
  return shop;
}
