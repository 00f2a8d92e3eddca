// Records what is guaranteed to reach the disk: every flush and every rename that this process makes in one folder, in
// order. It replaces Node's file functions, which the embedded database uses, too.
import fs, { type PathLike } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import path from "node:path";

type FileHandle = Awaited<ReturnType<typeof fs.promises.open>>;

/** `acts`: "flush a/b", "rename a to b"; places are relative to the folder, "." is the folder itself. */
export function recordFlushes(folder: string): { acts: string[]; stop: () => void } {
  const real = { open: fs.openSync, fsync: fs.fsyncSync, rename: fs.renameSync };
  const realPromises = { open: fs.promises.open, rename: fs.promises.rename };
  const acts: string[] = [];
  const opened = new Map<number, string>();
  const placeOf = (at: PathLike): string => path.relative(folder, String(at)) || ".";
  const noted = (act: string): void => {
    if (!act.includes("..")) acts.push(act);
  };
  fs.openSync = (at, ...rest) => {
    const handle = real.open(at, ...rest);
    opened.set(handle, placeOf(at));
    return handle;
  };
  fs.fsyncSync = (handle) => {
    real.fsync(handle);
    noted(`flush ${opened.get(handle)}`);
  };
  fs.renameSync = (from, to) => {
    real.rename(from, to);
    noted(`rename ${placeOf(from)} to ${placeOf(to)}`);
  };
  fs.promises.open = async (at, ...rest): Promise<FileHandle> => {
    const handle = await realPromises.open(at, ...rest);
    const sync = handle.sync.bind(handle);
    handle.sync = async () => {
      await sync();
      noted(`flush ${placeOf(String(at))}`);
    };
    return handle;
  };
  fs.promises.rename = async (from, to) => {
    await realPromises.rename(from, to);
    noted(`rename ${placeOf(from)} to ${placeOf(to)}`);
  };
  syncBuiltinESMExports();
  const stop = () => {
    Object.assign(fs, { openSync: real.open, fsyncSync: real.fsync, renameSync: real.rename });
    Object.assign(fs.promises, realPromises);
    syncBuiltinESMExports();
  };
  return { acts, stop };
}
