// The last step of a restore: exchanges the parts of the data folder for what was restored. All of it lies ready in one
// folder, and on the disk, before the first part moves, and what was there is moved aside. A process that is killed in
// between, or loses its power, is finished by the next one that locks the folder, so a shop never starts with half of each.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { flushFolderSync, flushTree, renameDurably } from "../../disk/durable-files.ts";

/** Restored, but perhaps not whole yet: left over by a process that was killed. */
export const UNFINISHED = "restore.new-";
const READY = "restore.ready-";
/** Whole, but its database may not be in place: the database knows. */
const WAITS = "restore.waits-";
const ASIDE = "replaced-";
/** In the name of a folder that waits: what follows is where it was. */
const ORIGIN = "+";
const SANDBOX_LOGS = ["sandbox.sqlite-wal", "sandbox.sqlite-shm"];

/** Names one restore: its moment. */
export function stampOf(now: Date): string {
  return now.toISOString().replace(/[:.]/g, "-");
}

/** Puts what lies in `scratch` (a folder in `home`) in place. Answers where the old parts are, null without any. */
export function moveIn(home: string, scratch: string, stamp: string): string | null {
  flushTree(scratch);
  renameDurably(scratch, path.join(home, `${READY}${stamp}`));
  finish(home, stamp);
  return replacedFolder(home, stamp);
}

/** Makes the folder wait until its database is in place. One that was put aside goes back there if that fails. */
export function waitIn(home: string, folder: string, stamp: string): void {
  const name = path.basename(folder);
  const origin = name.startsWith(ASIDE) ? `${ORIGIN}${name}` : "";
  // All of it must be on the disk before the database commits.
  flushTree(folder);
  renameDurably(folder, path.join(home, `${WAITS}${stamp}${origin}`));
}

/** The restores whose folders wait. */
export function listWaiting(home: string): string[] {
  return readdirSync(home)
    .filter((name) => name.startsWith(WAITS))
    .map((name) => name.slice(WAITS.length).split(ORIGIN)[0] ?? "");
}

/** Puts a folder that waits in place, or takes it away again. Nothing is done when none waits. */
export function endWait(home: string, stamp: string, { isMeant }: { isMeant: boolean }): void {
  const name = readdirSync(home).find((each) => each.split(ORIGIN)[0] === `${WAITS}${stamp}`);
  if (name === undefined) return;
  const waiting = path.join(home, name);
  const origin = name.split(ORIGIN)[1];
  if (isMeant) moveIn(home, waiting, stamp);
  else if (origin) renameSync(waiting, path.join(home, origin));
  else rmSync(waiting, { recursive: true, force: true });
}

/** Where that restore put what was there; null: nothing was. */
export function replacedFolder(home: string, stamp: string): string | null {
  const aside = path.join(home, `${ASIDE}${stamp}`);
  return existsSync(aside) ? aside : null;
}

/** Where the restore put the folder that kept its database in this schema. */
export function replacedPlace(home: string, schema: string): string {
  const stamp = /(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d{3})$/.exec(schema)?.slice(1) ?? [];
  const [year, month, day, hour, minute, second, ms] = stamp;
  return path.join(home, `${ASIDE}${year}-${month}-${day}T${hour}-${minute}-${second}-${ms}Z`);
}

/** The folders in which restores put what was there, the newest first. */
export function listReplaced(home: string): string[] {
  const names = readdirSync(home).filter((name) => name.startsWith(ASIDE));
  return names
    .sort()
    .reverse()
    .map((name) => path.join(home, name));
}

/** For whoever has just locked `home`: ends what a killed restore began, and removes what it did not get ready. */
export function finishRestores(home: string): void {
  for (const name of readdirSync(home)) {
    if (name.startsWith(READY)) finish(home, name.slice(READY.length));
    if (name.startsWith(UNFINISHED)) rmSync(path.join(home, name), { recursive: true, force: true });
  }
}

function finish(home: string, stamp: string): void {
  const ready = path.join(home, `${READY}${stamp}`);
  const aside = path.join(home, `${ASIDE}${stamp}`);
  const parts = readdirSync(ready);
  // Logs of the old books would be played back into the new ones.
  const logs = parts.includes("sandbox.sqlite") ? SANDBOX_LOGS : [];
  for (const part of new Set([...logs, ...parts])) {
    const place = path.join(home, part);
    if (existsSync(place)) {
      mkdirSync(aside, { recursive: true, mode: 0o700 });
      renameSync(place, path.join(aside, part));
    }
    if (parts.includes(part)) renameSync(path.join(ready, part), place);
  }
  // What says that there is something to finish goes last.
  for (const folder of [aside, home]) if (existsSync(folder)) flushFolderSync(folder);
  rmSync(ready, { recursive: true, force: true });
  flushFolderSync(home);
}
