// The list of all erased customers, next to the backups, where a restore does not change it: one line each, with the
// keyed hash of their email and the time of the last erasure.
import { existsSync, readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { writeDurablySync } from "../../core/disk/durable-files.ts";
import type { Environment } from "../../core/env.ts";
import { type Forgotten, listForgotten } from "../../customers/forget-queries.ts";
import type { Db } from "../../db/transaction.ts";
import { backupFolder } from "./backup-folder.ts";

const HEADER = "# Erased customers: a keyed hash of each email, and when.";
const LINE = /^([\w-]{43}) (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)$/;

type Place = Pick<Environment, "dataDir">;
const fileOf = (env: Place) => path.join(backupFolder(env), "forgotten.txt");

/** Empty when there is no list. */
export function readForgotten(env: Place): Forgotten {
  const file = fileOf(env);
  const lines = existsSync(file) ? readFileSync(file, "utf8").split(/\r?\n/) : [];
  return new Map(
    lines.flatMap((line): [string, number][] => {
      const [, person, at = ""] = LINE.exec(line) ?? [];
      return person ? [[person, Date.parse(at)]] : [];
    }),
  );
}

/** Adds erasures that the database knows to the list. */
export async function writeForgotten(db: Db, env: Place): Promise<void> {
  const list = readForgotten(env);
  const before = list.size === 0 ? "" : textOf(list);
  for (const [person, at] of await listForgotten(db)) list.set(person, Math.max(at, list.get(person) ?? 0));
  const text = textOf(list);
  if (list.size === 0 || text === before) return;
  const file = fileOf(env);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  writeDurablySync(file, text, `${file}.part`);
}

function textOf(list: Forgotten): string {
  const lines = [...list].map(([person, at]) => `${person} ${new Date(at).toISOString()}`);
  return `${[HEADER, ...lines.sort()].join("\n")}\n`;
}
