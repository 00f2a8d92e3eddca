// The folder of the embedded database as one tar, as the engine itself writes and reads it. A file may grow or shrink
// while it is read: its header says how much of it follows, as with PostgreSQL's own base backups, and the log that comes
// along mends it.
import { createReadStream } from "node:fs";
import { mkdir, open, stat } from "node:fs/promises";
import path from "node:path";
import { unpackOne } from "./archive.ts";
import { BadArchive, ByteQueue } from "./byte-queue.ts";
import { BLOCK, checkName, headerOf, PRIVATE_FILE, readDataHeader } from "./tar-header.ts";

const CHUNK = 1024 * 1024;

export type DataTar = {
  folder: (name: string) => Promise<void>;
  /** What is gone meanwhile is left out. */
  file: (name: string, from: string) => Promise<void>;
  text: (name: string, text: string) => Promise<void>;
  /** Ends it; then it is on the disk. */
  end: () => Promise<void>;
  /** Gives it up. Has no effect after `end`. */
  close: () => Promise<void>;
};

/** Starts a tar in the new file `target`. `signal` ends it at the next piece. */
export async function startDataTar(target: string, now: Date, signal?: AbortSignal): Promise<DataTar> {
  const handle = await open(target, "wx", PRIVATE_FILE);
  let isOpen = true;
  const close = async () => {
    if (!isOpen) return;
    isOpen = false;
    await handle.close();
  };
  const write = async (bytes: Uint8Array) => {
    signal?.throwIfAborted();
    // A short write is what a full disk answers first.
    for (let at = 0; at < bytes.length; ) at += (await handle.write(bytes, at)).bytesWritten;
  };
  const fill = (size: number) => write(new Uint8Array((BLOCK - (size % BLOCK)) % BLOCK));
  return {
    folder: (name) => write(headerOf(name, 0, now, { isFolder: true })),
    text: async (name, text) => {
      const bytes = Buffer.from(text);
      await write(headerOf(name, bytes.length, now));
      await write(bytes);
      await fill(bytes.length);
    },
    file: async (name, from) => {
      const source = await open(from, "r").catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return null;
        throw error;
      });
      if (source === null) return;
      try {
        const { size } = await source.stat();
        await write(headerOf(name, size, now));
        const chunk = Buffer.alloc(Math.min(CHUNK, size));
        for (let left = size; left > 0; ) {
          const { bytesRead } = await source.read(chunk, 0, Math.min(chunk.length, left));
          const got =
            bytesRead > 0 ? chunk.subarray(0, bytesRead) : Buffer.alloc(Math.min(chunk.length, left));
          await write(got);
          left -= got.length;
        }
        await fill(size);
      } finally {
        await source.close();
      }
    },
    end: async () => {
      await write(new Uint8Array(2 * BLOCK));
      await handle.sync();
      await close();
    },
    close,
  };
}

/** Unpacks such a tar into `folder`, which the caller flushes. Throws BadArchive for a file that is none, or not a whole one. */
export async function unpackData(source: string, folder: string, signal?: AbortSignal): Promise<void> {
  if ((await stat(source)).size < BLOCK) throw new BadArchive("it is no whole tar");
  const file = createReadStream(source);
  try {
    const bytes = new ByteQueue(file[Symbol.asyncIterator]() as AsyncIterator<Buffer>);
    for (;;) {
      signal?.throwIfAborted();
      const header = await bytes.take(BLOCK);
      if (header.every((byte) => byte === 0)) return;
      const { name, size, isFolder } = readDataHeader(header);
      const target = path.join(folder, ...checkName(name.replace(/^\/|\/$/g, "")).split("/"));
      if (isFolder) await mkdir(target, { recursive: true, mode: 0o700 });
      else await unpackOne(target, size, bytes, { isFlushed: false });
      await bytes.take((BLOCK - (size % BLOCK)) % BLOCK);
    }
  } finally {
    file.destroy();
  }
}
