// A copy of the working tree in which a mutant is written down. The working tree itself is never touched: dependencies
// are hard links, everything else is copied.
import {
  copyFileSync,
  cpSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";

const LEFT_OUT = new Set(["node_modules", ".git", "build", "data", "coverage", "test-results", ".vitest"]);

export type Tree = {
  folder: string;
  /** Where its nets put their temporary files. */
  temporary: string;
  /** Writes a file's mutant; returns the undo. */
  change: (file: string, text: string) => () => void;
  remove: () => void;
};

export function makeTree(root: string, folder: string): Tree {
  rmSync(folder, { recursive: true, force: true });
  const temporary = path.join(folder, "temporary");
  mkdirSync(temporary, { recursive: true });
  for (const name of readdirSync(root))
    if (!LEFT_OUT.has(name)) cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
  linkFolder(path.join(root, "node_modules"), path.join(folder, "node_modules"));
  return {
    folder,
    temporary,
    change: (file, text) => {
      const place = path.join(folder, file);
      const before = readFileSync(place);
      writeFileSync(place, text);
      return () => writeFileSync(place, before);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function linkFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    // What tools keep there, such as the bundler's cache, belongs to the tree that wrote it.
    if (entry.name.startsWith(".vite")) continue;
    if (entry.isDirectory()) linkFolder(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else linkFile(source, target);
  }
}

/** A folder for temporary files on another device takes copies. */
function linkFile(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch {
    copyFileSync(source, target);
  }
}
