// A snapshot of the embedded database: the engine's memory and its files, which are in memory, too. Restoring it takes
// a few hundredths of a second and brings everything back: rows and their positions, sequences, and the plans of
// prepared statements and functions, which emptying the tables discards. Making those plans again takes longer than a
// schedule. Only for an engine in memory, while no statement runs.
import type { PGlite } from "@electric-sql/pglite";

/** Emscripten keeps whatever view a write came from. */
type Bytes = Uint8Array | Int8Array;

/** The parts of Emscripten's file system that are used. */
type FileNode = {
  mode: number;
  name: string;
  parent: FileNode;
  name_next?: FileNode;
  mtime: number;
  /** A file's bytes, or a folder's nodes by name. */
  contents: Bytes | Record<string, FileNode> | null;
  usedBytes: number;
};
/** fd: null once it was closed. */
type Stream = { fd: number | null; node: FileNode; position: number };
type Files = {
  lookupPath: (path: string) => { node: FileNode };
  isFile: (mode: number) => boolean;
  nameTable: (FileNode | undefined)[];
  streams: (Stream | null | undefined)[];
};
type Engine = { HEAPU8: Uint8Array; FS: Files };

/** The statements that the driver believes to be prepared. */
export type Prepared = { parsedStatements: Record<string, string> };

const DATA = "/pglite/data";
/** Compared and copied as a whole. */
const BLOCK_BYTES = 16_384;
/** The time of an unwritten file; each write sets the time. */
const UNTOUCHED = 1;

/** Returns a function that restores the snapshot. */
export function takeImage(lite: PGlite, prepared: Prepared): () => void {
  const { Module: engine } = lite as unknown as { Module: Engine };
  const memory = Buffer.from(engine.HEAPU8);
  const parsed = { ...prepared.parsedStatements };
  const putFilesBack = imageOfFiles(engine.FS);
  return () => {
    const now = Buffer.from(engine.HEAPU8.buffer);
    for (let at = 0; at < memory.length; at += BLOCK_BYTES) {
      const end = Math.min(at + BLOCK_BYTES, memory.length);
      if (memory.compare(now, at, end, at, end) !== 0) memory.copy(now, at, at, end);
    }
    // Memory never shrinks; anything that has grown since is zeroed.
    now.fill(0, memory.length);
    putFilesBack();
    prepared.parsedStatements = { ...parsed };
  };
}

function imageOfFiles(files: Files): () => void {
  const kept: (() => void)[] = [];
  const keep = (node: FileNode) => {
    const { name, parent, name_next, contents } = node;
    kept.push(() => Object.assign(node, { name, parent, name_next }));
    if (!files.isFile(node.mode)) {
      const inside = { ...(contents as Record<string, FileNode>) };
      kept.push(() => {
        node.contents = { ...inside };
      });
      for (const child of Object.values(inside)) keep(child);
    } else kept.push(imageOfFile(node));
  };
  keep(files.lookupPath(DATA).node);
  const names = [...files.nameTable];
  const streams = files.streams.map(
    (stream) => stream && { stream, was: { fd: stream.fd, node: stream.node, position: stream.position } },
  );
  return () => {
    for (const putBack of kept) putBack();
    files.nameTable.length = 0;
    files.nameTable.push(...names);
    files.streams.length = 0;
    for (const open of streams) {
      if (open) Object.assign(open.stream, open.was);
      files.streams.push(open ? open.stream : open);
    }
  };
}

function imageOfFile(node: FileNode): () => void {
  const length = node.usedBytes;
  const bytes = isBytes(node.contents) ? node.contents.slice(0, length) : null;
  node.mtime = UNTOUCHED;
  return () => {
    if (node.mtime === UNTOUCHED && node.usedBytes === length) return;
    if (bytes && isBytes(node.contents) && node.contents.length >= length) {
      node.contents.set(bytes);
      node.contents.fill(0, length);
    } else node.contents = bytes;
    node.usedBytes = length;
    node.mtime = UNTOUCHED;
  };
}

const isBytes = (contents: FileNode["contents"]): contents is Bytes => ArrayBuffer.isView(contents);
