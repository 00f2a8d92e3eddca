// Files in a folder. A file appears whole or not at all, and what was stored is on the disk (durable-files.ts). Until it
// is whole its name starts with a dot, which no key does, so a half-written file is never served.
import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { makeFolderDurably, writeDurably } from "../core/disk/durable-files.ts";
import type { FileStore } from "./file-store.ts";
import { isStorageKey } from "./storage-key.ts";

/** Under this path the shop serves the files of a local store. */
const STORAGE_PATH = "/storage";

/** A store in `folder`, which the first file creates. `put` throws when the key is not one. */
export function createLocalStore({ folder }: { folder: string }): FileStore {
  let written = 0;
  const pathOf = (key: string) => path.join(folder, ...key.split("/"));
  return {
    put: async (key, bytes) => {
      if (!isStorageKey(key)) throw new Error(`Not a storage key: ${JSON.stringify(key.slice(0, 80))}`);
      const place = pathOf(key);
      written += 1;
      const half = path.join(path.dirname(place), `.${path.basename(place)}.${process.pid}-${written}.part`);
      makeFolderDurably(path.dirname(place));
      await writeDurably(place, bytes, half);
    },
    get: async (key) => {
      if (!isStorageKey(key)) return null;
      try {
        return await readFile(pathOf(key));
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    delete: async (key) => {
      if (isStorageKey(key)) await rm(pathOf(key), { force: true });
    },
    url: (key) => `${STORAGE_PATH}/${key}`,
  };
}

/** No such file, or a folder where a file was asked for. */
function isMissing(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : "";
  return code === "ENOENT" || code === "ENOTDIR" || code === "EISDIR";
}
