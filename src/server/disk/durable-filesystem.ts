// The file system of the embedded database, which makes its fsync real. The engine's own one for Node has none: what the
// database flushes at a commit, at a checkpoint, and when it renames a file stayed in memory, and a power cut after a
// checkpoint took what had been acknowledged. This one is that file system with the one operation added, which the
// engine's runtime (Emscripten) asks every file system for. Nothing of the engine is changed: each file and folder gets
// its operations from here. embedded.ts sets the database to flush its log by fsync, too: fdatasync never reaches a file
// system, and the flags for synchronous writing do not exist everywhere.
import { fsyncSync } from "node:fs";
import path from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { EmscriptenBuiltinFilesystem } from "@electric-sql/pglite/basefs";
import { lacksFolderFlush, makeFolderDurably } from "./durable-files.ts";

type Init = EmscriptenBuiltinFilesystem["init"];

/** A file or folder, as the runtime keeps it. */
type Entry = { mode: number; node_ops: object; stream_ops: object };
/** An open one. `nfd`: Node's descriptor. */
type Stream = { nfd: number; node: Entry };

/** The engine's file system for Node: what is used of it here. */
type NodeFiles = {
  mount: (mount: object) => Entry;
  /** Runs `work` and turns Node's errors into the runtime's. */
  tryFSOperation: (work: () => void) => void;
  node_ops: {
    lookup: (folder: Entry, name: string) => Entry;
    mknod: (folder: Entry, name: string, mode: number, device: number) => Entry;
  };
  stream_ops: object;
};

const TYPE_BITS = 0o170000;
const FOLDER_BITS = 0o040000;

export class DurableFilesystem extends EmscriptenBuiltinFilesystem {
  readonly #home: string;

  /** `home`: the folder of the database, made when it is missing. */
  constructor(home: string) {
    super(home);
    this.#home = path.resolve(home);
    makeFolderDurably(this.#home);
  }

  override async init(...[lite, options]: Parameters<Init>): ReturnType<Init> {
    this.pg = lite;
    const mounts = [
      ...(options.preRun ?? []),
      ({ FS, NODEFS }: Parameters<NonNullable<typeof options.preRun>[number]>[0]) => {
        FS.mkdirTree(PGlite.paths.PGDATA);
        FS.mount(withFlush(NODEFS), { root: this.#home }, PGlite.paths.PGDATA);
      },
    ];
    return { emscriptenOpts: { ...options, preRun: mounts } };
  }

  override async closeFs(): Promise<void> {
    this.pg?.Module.FS.quit();
  }
}

function withFlush(files: NodeFiles): Pick<NodeFiles, "mount"> {
  const { node_ops, stream_ops } = files;
  const adopted = (entry: Entry): Entry => Object.assign(entry, operations);
  const operations = {
    node_ops: {
      ...node_ops,
      lookup: (folder: Entry, name: string) => adopted(node_ops.lookup(folder, name)),
      mknod: (folder: Entry, name: string, mode: number, device: number) =>
        adopted(node_ops.mknod(folder, name, mode, device)),
    },
    stream_ops: {
      ...stream_ops,
      fsync: ({ nfd, node }: Stream): number => {
        files.tryFSOperation(() => flush(nfd, { isFolder: (node.mode & TYPE_BITS) === FOLDER_BITS }));
        return 0;
      },
    },
  };
  return { mount: (mount) => adopted(files.mount(mount)) };
}

function flush(descriptor: number, { isFolder }: { isFolder: boolean }): void {
  try {
    fsyncSync(descriptor);
  } catch (error) {
    if (!isFolder || !lacksFolderFlush(error)) throw error;
  }
}
