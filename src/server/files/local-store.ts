// Files in a folder. A file appears whole or not at all: it is written under another name, flushed to the disk and
// renamed. That name starts with a dot, which no key does, so a half-written file is never served.
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
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
      await mkdir(path.dirname(place), { recursive: true });
      try {
        await writeFlushed(half, bytes);
        await rename(half, place);
      } catch (error) {
        await rm(half, { force: true });
        throw error;
      }
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

async function writeFlushed(file: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(file, "w");
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** No such file, or a folder where a file was asked for. */
function isMissing(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : "";
  return code === "ENOENT" || code === "ENOTDIR" || code === "EISDIR";
}
