// Records what this process does to the files in one folder: every write, every flush, every name. It stands in for
// Node's file functions, so the code under it is the shop's own, and the embedded database goes through them as well. A
// function that it does not know throws when it is called on that folder: what is not recorded would not be tried.
import fs, { type PathLike, type PathOrFileDescriptor } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import path from "node:path";
import { Writable } from "node:stream";
import { Book, type Step } from "./book.ts";

export type Recorder = { steps: Step[]; stop: () => void };

const UNKNOWN = [
  ...["appendFile", "copyFile", "cp", "link", "open", "rename", "symlink", "truncate", "writeFile", "write"],
  ...["appendFileSync", "copyFileSync", "cpSync", "linkSync", "symlinkSync", "writevSync"],
] as const;
const UNKNOWN_PROMISES = [
  "appendFile",
  "copyFile",
  "cp",
  "link",
  "symlink",
  "truncate",
  "writeFile",
] as const;

/** Starts recording in `folder`, which is empty or not there yet. Places are relative to it. */
export function recordFolder(folder: string): Recorder {
  const root = path.resolve(folder);
  if (fs.existsSync(root) && fs.readdirSync(root).length > 0)
    throw new Error(`${root} is not empty, so what is in it was not recorded`);
  const book = new Book(root);
  const restore = [
    replace(fs, recordedFunctions(book)),
    replace(fs.promises, recordedPromises(book)),
    replace(fs, refusals(book, fs, UNKNOWN)),
    replace(fs.promises, refusals(book, fs.promises, UNKNOWN_PROMISES)),
  ];
  syncBuiltinESMExports();
  const stop = () => {
    for (const back of restore.reverse()) back();
    syncBuiltinESMExports();
  };
  return { steps: book.steps, stop };
}

type WriteStreamOptions = { flags?: string; mode?: number; flush?: boolean };

function recordedFunctions(book: Book) {
  const real = { ...fs };
  const openSync = (
    at: PathLike,
    flags: string | number = "r",
    mode?: Parameters<typeof fs.openSync>[2],
  ): number => {
    const place = book.placeOf(String(at));
    const isThere = place !== null && real.existsSync(at);
    const handle = real.openSync(at, flags, mode);
    if (place !== null) book.opened(handle, place, flags, isThere);
    return handle;
  };
  const closeSync = (handle: number): void => {
    real.closeSync(handle);
    book.open.delete(handle);
  };
  const writeSync = (
    handle: number,
    data: NodeJS.ArrayBufferView | string,
    ...rest: (number | null)[]
  ): number => {
    if (!book.open.has(handle)) return Reflect.apply(real.writeSync, real, [handle, data, ...rest]);
    const all = typeof data === "string" ? Buffer.from(data) : bytesOf(data);
    const [offset, length, position] = typeof data === "string" ? [] : rest;
    const from = offset ?? 0;
    const bytes = Buffer.from(all.subarray(from, from + (length ?? all.length - from)));
    const written = real.writeSync(handle, bytes, 0, bytes.length, position ?? null);
    book.wrote(handle, bytes.subarray(0, written), position ?? null);
    return written;
  };
  const flush = (kind: "fsyncSync" | "fdatasyncSync") => (handle: number) => {
    real[kind](handle);
    book.flushed(handle);
  };
  const rmSync = (at: PathLike, options: fs.RmOptions = {}): void => {
    const place = book.placeOf(String(at));
    if (place !== null && real.existsSync(at)) removeTree(book, real, place);
    real.rmSync(at, options);
  };
  const remove = (kind: "unlinkSync" | "rmdirSync") => (at: PathLike) => {
    real[kind](at);
    const place = book.placeOf(String(at));
    if (place !== null) book.remove(place);
  };
  const fsyncSync = flush("fsyncSync");
  return {
    openSync,
    closeSync,
    writeSync,
    rmSync,
    fsyncSync,
    createWriteStream: (at: PathLike, options: WriteStreamOptions = {}) => {
      if (book.placeOf(String(at)) === null) return real.createWriteStream(at, options);
      const { flags = "w", mode, flush: isFlushed = false, ...rest } = options;
      if (Object.keys(rest).length > 0)
        throw new Error(`the recorder does not know a stream with ${Object.keys(rest).join(", ")}`);
      const handle = openSync(at, flags, mode);
      return new Writable({
        write: (chunk: Buffer, _, done) => {
          writeSync(handle, chunk);
          done();
        },
        destroy: (error, done) => {
          if (isFlushed && !error) fsyncSync(handle);
          closeSync(handle);
          done(error);
        },
      });
    },
    fdatasyncSync: flush("fdatasyncSync"),
    unlinkSync: remove("unlinkSync"),
    rmdirSync: remove("rmdirSync"),
    writeFileSync: (
      at: PathOrFileDescriptor,
      data: string | NodeJS.ArrayBufferView,
      options?: fs.WriteFileOptions,
    ) => {
      if (typeof at !== "string" || book.placeOf(at) === null) return real.writeFileSync(at, data, options);
      const handle = openSync(at, "w", typeof options === "object" ? options?.mode : undefined);
      try {
        writeSync(handle, data);
      } finally {
        closeSync(handle);
      }
    },
    mkdirSync: (at: PathLike, options: fs.MakeDirectoryOptions & { recursive: true }) => {
      const first = real.mkdirSync(at, options);
      const recursive = typeof options === "object" && options.recursive;
      const top = recursive ? first : String(at);
      if (top !== undefined) noteFolders(book, top, String(at));
      return first;
    },
    renameSync: (from: PathLike, to: PathLike) => {
      real.renameSync(from, to);
      const [before, after] = [book.placeOf(String(from)), book.placeOf(String(to))];
      if ((before === null) !== (after === null))
        throw new Error(`${String(from)} was renamed into or out of the folder`);
      if (before !== null && after !== null) book.rename(before, after);
    },
    truncateSync: (at: PathLike, size = 0) => {
      real.truncateSync(at, size);
      book.sized(book.files.get(book.placeOf(String(at)) ?? ""), size);
    },
    ftruncateSync: (handle: number, size = 0) => {
      real.ftruncateSync(handle, size);
      book.sized(book.open.get(handle)?.file, size);
    },
  };
}

function bytesOf(view: NodeJS.ArrayBufferView): Buffer {
  return Buffer.from(view.buffer, view.byteOffset, view.byteLength);
}

/** Everything from the first folder that was made down to the one that was asked for. */
function noteFolders(book: Book, first: string, last: string): void {
  const made: string[] = [];
  for (let at = path.resolve(last); at.length >= path.resolve(first).length; at = path.dirname(at))
    made.unshift(at);
  for (const at of made) {
    const place = book.placeOf(at);
    if (place) book.steps.push({ kind: "folder", place });
  }
}

function removeTree(book: Book, real: Pick<typeof fs, "readdirSync" | "statSync">, place: string): void {
  const at = path.join(book.root, place);
  if (real.statSync(at).isDirectory())
    for (const name of real.readdirSync(at)) removeTree(book, real, path.join(place, name));
  book.remove(place);
}

/** The functions with promises do their work at once; their handles are recorded like the others. */
function recordedPromises(book: Book) {
  const real = { open: fs.promises.open };
  type Mode = Parameters<typeof real.open>[2];
  return {
    rename: async (from: PathLike, to: PathLike) => fs.renameSync(from, to),
    rm: async (at: PathLike, options?: fs.RmOptions) => fs.rmSync(at, options),
    unlink: async (at: PathLike) => fs.unlinkSync(at),
    mkdir: async (at: PathLike, options?: fs.MakeDirectoryOptions) => fs.mkdirSync(at, options),
    open: async (at: PathLike, flags: string | number = "r", mode?: Mode) => {
      const place = book.placeOf(String(at));
      if (place === null) return real.open(at, flags, mode);
      const isThere = fs.existsSync(at);
      const handle = await real.open(at, flags, mode);
      const { fd } = handle;
      book.opened(fd, place, flags, isThere);
      const close = handle.close.bind(handle);
      return Object.assign(handle, {
        writeFile: async (data: Uint8Array) => void fs.writeSync(fd, data),
        sync: async () => fs.fsyncSync(fd),
        datasync: async () => fs.fdatasyncSync(fd),
        close: async () => {
          book.open.delete(fd);
          await close();
        },
      });
    },
  };
}

function refusals(book: Book, real: object, names: readonly string[]) {
  const entries = names.map((name) => {
    const function_: unknown = Reflect.get(real, name);
    if (typeof function_ !== "function") throw new Error(`Node has no ${name} any more`);
    const refusing = (...values: unknown[]): unknown => {
      const isInside = values.some(
        (value) => typeof value === "string" && path.isAbsolute(value) && book.placeOf(value) !== null,
      );
      if (isInside)
        throw new Error(`the recorder does not know ${name}, which was called on ${String(values[0])}`);
      return Reflect.apply(function_, real, values);
    };
    return [name, refusing];
  });
  return Object.fromEntries(entries);
}

/** Puts the functions in place of those of the same name; the answer puts these back. */
function replace(target: object, functions: object): () => void {
  const before = Object.fromEntries(Object.keys(functions).map((name) => [name, Reflect.get(target, name)]));
  Object.assign(target, functions);
  return () => void Object.assign(target, before);
}
