// What a shop must know of the other processes on its database before it serves: that it hears what they change, and
// that they find each other's pictures. What would lose a picture or show old pages refuses the start, with what to do.
import type { Database } from "#server/db/database.ts";
import { OperatorError } from "#server/operator-error.ts";
import {
  FOLDER_STORE,
  type KnownProcess,
  listProcesses,
  type ShopProcess,
  SILENT_SECONDS_MAX,
} from "#server/processes/processes.ts";
import type { Shop } from "#server/shop.ts";
import { CHANGE_CHANNEL } from "#server/shown/change.ts";
import { SIGN_EVERY_MS } from "./sign-of-life.ts";

const LOOK_EVERY_MS = 500;

/** What the process that sees to the start needs to know of itself. */
type Start = { shop: Pick<Shop, "db" | "env">; database: Pick<Database, "listen">; me: ShopProcess };

/** Throws an OperatorError when this process may not start; answers warnings otherwise. */
export async function meetNeighbors({ shop, database, me }: Start): Promise<string[]> {
  const others = (await listOthers(shop, me)).filter(({ isAlive }) => isAlive);
  const rivals = others.filter(({ fileStore }) => fileStore === FOLDER_STORE || fileStore !== me.fileStore);
  const rival = await findLiving(shop, rivals);
  if (rival) throw new OperatorError(aboutPictures(rival, me));
  const warnings = others
    .filter(({ hears }) => hears === false)
    .map(
      ({ host, pid }) =>
        `The process ${pid} on ${host} does not hear what others change, so it draws each page anew every second. ${SET_DIRECT} there.`,
    );
  if (await isHearing(database)) return warnings;
  if (shop.env.webProcesses > 1) throw new OperatorError(aboutHearing("WEB_PROCESSES is above 1"));
  const [other] = others;
  if (other) throw new OperatorError(aboutHearing(`another process of the shop runs on ${other.host}`));
  return [...warnings, DEAF];
}

const SET_DIRECT =
  "Set DATABASE_URL_DIRECT to the same database without the pooler (or with a pooler in session mode)";

/** One that does not hear believes no page for longer than a second (http/pages/page-cache.ts). */
export const DEAF = `Messages of the database (LISTEN) do not arrive, as through a pooler in transaction mode. One process can do without: it draws each page anew every second. ${SET_DIRECT} before there are more.`;

function aboutHearing(why: string): string {
  return `Messages of the database (LISTEN) do not arrive, as through a pooler in transaction mode, and ${why}: such a process draws each page anew every second, which one can do without, but several would do at the same time on one database. ${SET_DIRECT}.`;
}

function aboutPictures(other: KnownProcess, me: ShopProcess): string {
  const where = ({ fileStore }: ShopProcess) =>
    fileStore === FOLDER_STORE ? "in DATA_DIR" : `in ${fileStore}`;
  const begin = `Another machine sells from this database: process ${other.pid} on ${other.host}. It keeps pictures ${where(other)}, this one ${where(me)}`;
  return `${begin}, so each would show broken pictures of the other. Set the same S3_… variables on all machines, or stop the other one first.`;
}

async function listOthers({ db }: Pick<Shop, "db">, me: ShopProcess): Promise<KnownProcess[]> {
  return (await listProcesses(db)).filter(({ place }) => place !== me.place);
}

/** Listens for this answer alone: whoever has pages in memory listens by itself. */
async function isHearing(database: Start["database"]): Promise<boolean> {
  const { hears, end } = await database.listen(CHANGE_CHANNEL, { heard: () => {}, missed: () => {} });
  const isHeard = hears();
  await end();
  return isHeard;
}

/**
 * Waits until one of them gives its next sign of life, or all are gone or silent: a machine that was lost a moment ago
 * must not keep its successor out.
 */
async function findLiving(
  { db }: Pick<Shop, "db">,
  suspects: KnownProcess[],
): Promise<KnownProcess | undefined> {
  const deadline = performance.now() + Math.min(2.5 * SIGN_EVERY_MS, SILENT_SECONDS_MAX * 1_000);
  let silent = suspects;
  while (silent.length > 0 && performance.now() < deadline) {
    const now = new Map((await listProcesses(db)).map((known) => [known.id, known.seenAt.getTime()]));
    const living = silent.find(({ id, seenAt }) => now.has(id) && now.get(id) !== seenAt.getTime());
    if (living) return living;
    silent = silent.filter(({ id }) => now.has(id));
    if (silent.length > 0) await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  return undefined;
}
