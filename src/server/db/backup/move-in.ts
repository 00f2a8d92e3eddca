// The last step of a restore: exchanges the parts of the data folder for what was restored. All of it lies ready in one
// folder, and on the disk, before the first part moves, and what was there is moved aside. A process that is killed in
// between, or loses its power, is finished by the next one that locks the folder, so a shop never starts with half of each.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { flushFolderSync, flushTree, renameDurably } from "../../disk/durable-files.ts";

/** Restored, but perhaps not whole yet: left over by a process that was killed. */
export const UNFINISHED = "restore.new-";
const READY = "restore.ready-";
const ASIDE = "replaced-";
const SANDBOX_LOGS = ["sandbox.sqlite-wal", "sandbox.sqlite-shm"];

/** Puts what lies in `scratch` (a folder in `home`) in place. Answers where the old parts are, null without any. */
export function moveIn(home: string, scratch: string, now: Date): string | null {
  const stamp = now.toISOString().replace(/[:.]/g, "-");
  const ready = path.join(home, `${READY}${stamp}`);
  flushTree(scratch);
  renameDurably(scratch, ready);
  finish(home, stamp);
  const aside = path.join(home, `${ASIDE}${stamp}`);
  return existsSync(aside) ? aside : null;
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
  for (const part of parts.includes("sandbox.sqlite") ? [...SANDBOX_LOGS, ...parts] : parts) {
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
