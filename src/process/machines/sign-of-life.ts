// On PostgreSQL every process of the shop says that it lives, so that the others know of it, and so that the tasks of
// one that is killed go on elsewhere. A sign of life every few seconds also keeps the tasks that this process runs for
// all (src/server/processes/processes.ts).
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import path from "node:path";
import type { Environment } from "#server/env.ts";
import { errorText } from "#server/log.ts";
import {
  FOLDER_STORE,
  forgetDead,
  leave,
  type ProcessRole,
  type ShopProcess,
  SILENT_SECONDS_MAX,
  showLife,
  takeTask,
} from "#server/processes/processes.ts";
import type { Shop } from "#server/shop.ts";

export const SIGN_EVERY_MS = 10_000;
/** Own tasks are kept without asking for so long after a sign: well before another process may take them. */
const SURE_MS = (SILENT_SECONDS_MAX * 1_000 * 2) / 3;

const { version } = JSON.parse(
  readFileSync(path.join(import.meta.dirname, "../../../package.json"), "utf8"),
) as { version: string };

export type SignsOfLife = {
  me: ShopProcess;
  /** Whether this process runs the task for all; makes it its own when nobody has it. */
  takes: (task: string) => Promise<boolean>;
  /** Tells the others whether this process hears messages. */
  note: (hears: boolean) => Promise<void>;
  /** Says good-bye: others take its tasks at once. */
  stop: () => Promise<void>;
};

/** `everyMs`: between two signs. */
export async function startSignsOfLife(
  shop: Pick<Shop, "db" | "env" | "log">,
  role: ProcessRole,
  everyMs: number = SIGN_EVERY_MS,
): Promise<SignsOfLife> {
  const me = describeProcess(shop.env, role);
  // Whoever may write into the folder has its lock: others of this place are gone, whatever their rows say.
  await forgetDead(shop.db, { place: role === "web" ? null : me.place });
  let own = new Set<string>();
  let signedAt = 0;
  const sign = async () => {
    const asked = performance.now();
    own = new Set(await showLife(shop.db, me));
    signedAt = asked;
  };
  await sign();
  let current: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    current = sign().catch((error: unknown) => {
      shop.log.warn("process.sign_failed", { error: errorText(error) });
    });
  }, everyMs).unref();
  return {
    me,
    takes: async (task) => {
      if (own.has(task) && performance.now() - signedAt < SURE_MS) return true;
      const isMine = await takeTask(shop.db, { task, holder: me.id });
      if (isMine) own.add(task);
      else own.delete(task);
      return isMine;
    },
    note: async (hears) => {
      me.hears = hears;
      await sign();
    },
    stop: async () => {
      clearInterval(timer);
      await current;
      await leave(shop.db, me).catch(() => {});
    },
  };
}

function describeProcess(env: Environment, role: ProcessRole): ShopProcess {
  const host = hostname();
  return {
    id: randomUUID(),
    place: [host, bootId(), path.resolve(env.dataDir)].join(" "),
    host,
    pid: process.pid,
    role,
    version,
    fileStore: env.s3 ? `${env.s3.endpoint}/${env.s3.bucket}` : FOLDER_STORE,
    hears: null,
  };
}

/** Machines that were copied from one image often have the same name, but not the same start. */
function bootId(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return "-";
  }
}
