// A disk as it is when the power goes. What was flushed is there. What was only written may be there, may be missing, or
// may be there in part, sector by sector. Names (new, renamed, removed) reach the disk in their order, as every file
// system with a journal keeps them: some number of the first ones is there. Flushing a file brings the names along up to
// its own, flushing a folder those up to the last one in it.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Random } from "../simulation/random.ts";
import type { Step } from "./book.ts";

type Change = { at: number; bytes: Buffer } | { size: number };
type NameStep = Extract<Step, { kind: "folder" | "file" | "rename" | "remove" }>;
/** What is at each place: the bytes of a file, null for a folder. */
export type Contents = Map<string, Buffer | null>;
/** How a power cut treats what was not flushed. */
export type Loss = "everything" | "nothing" | "some";

const SECTORS = [512, 4096] as const;
const MiB = 1024 * 1024;

export class Disk {
  /** Places whose name is on the disk, with the number of their file; null: a folder. */
  readonly #names = new Map<string, number | null>();
  readonly #namesWaiting: NameStep[] = [];
  readonly #files = new Map<number, FileOnDisk>();

  apply(step: Step): void {
    switch (step.kind) {
      case "write":
        this.#fileOf(step.file).waiting.push(step);
        break;
      case "size":
        this.#fileOf(step.file).waiting.push(step);
        break;
      case "flush":
        this.#fileOf(step.file).flush();
        this.#keepNames((name) => name.kind !== "remove" && "file" in name && name.file === step.file);
        break;
      case "flush names":
        this.#keepNames((name) => concernsFolder(name, step.place));
        break;
      default:
        this.#namesWaiting.push(step);
    }
  }

  /** What is found when the power is back. */
  afterCut(random: Random): { loss: Loss; contents: Contents } {
    const loss = random.weighted<Loss>([
      [4, "everything"],
      [1, "nothing"],
      [5, "some"],
    ]);
    const names = new Map(this.#names);
    const waiting = this.#namesWaiting.length;
    const kept = { everything: 0, nothing: waiting, some: random.below(waiting + 1) }[loss];
    for (const step of this.#namesWaiting.slice(0, kept)) applyName(names, step);
    const contents: Contents = new Map();
    for (const [place, file] of names)
      contents.set(place, file === null ? null : this.#fileOf(file).afterCut(loss, random));
    return { loss, contents };
  }

  #fileOf(file: number): FileOnDisk {
    const found = this.#files.get(file) ?? new FileOnDisk();
    this.#files.set(file, found);
    return found;
  }

  #keepNames(isWanted: (step: NameStep) => boolean): void {
    const last = this.#namesWaiting.findLastIndex(isWanted);
    for (const step of this.#namesWaiting.splice(0, last + 1)) applyName(this.#names, step);
  }
}

function concernsFolder(step: NameStep, folder: string): boolean {
  const places = step.kind === "rename" ? [step.from, step.to] : [step.place];
  return places.some((place) => place === folder || folderOf(place) === folder);
}

function folderOf(place: string): string {
  const folder = path.dirname(place);
  return folder === "." ? "" : folder;
}

function applyName(names: Map<string, number | null>, step: NameStep): void {
  if (step.kind === "folder") names.set(step.place, null);
  else if (step.kind === "file") names.set(step.place, step.file);
  else if (step.kind === "remove") names.delete(step.place);
  else
    for (const [place, file] of [...names]) {
      if (place !== step.from && !place.startsWith(`${step.from}${path.sep}`)) continue;
      names.delete(place);
      names.set(step.to + place.slice(step.from.length), file);
    }
}

/** Makes `folder` anew with these files and folders. */
export function writeFolder(folder: string, contents: Contents): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [place, bytes] of contents) {
    const at = path.join(folder, place);
    mkdirSync(bytes === null ? at : path.dirname(at), { recursive: true });
    if (bytes !== null) writeFileSync(at, bytes);
  }
}

class FileOnDisk {
  #bytes = Buffer.alloc(0);
  #size = 0;
  readonly waiting: Change[] = [];

  flush(): void {
    for (const change of this.waiting.splice(0)) this.#keep(change);
  }

  afterCut(loss: Loss, random: Random): Buffer {
    const file = new FileOnDisk();
    const isWhole = loss === "everything" || this.waiting.length === 0;
    if (isWhole) return this.#bytes.subarray(0, this.#size);
    file.#bytes = Buffer.from(this.#bytes);
    file.#size = this.#size;
    for (const change of this.waiting)
      for (const part of loss === "nothing" ? [change] : partsThatReached(change, random)) file.#keep(part);
    return file.#bytes.subarray(0, file.#size);
  }

  #keep(change: Change): void {
    if ("size" in change) {
      this.#reserve(change.size);
      if (change.size < this.#size) this.#bytes.fill(0, change.size, this.#size);
      this.#size = change.size;
      return;
    }
    const end = change.at + change.bytes.length;
    this.#reserve(end);
    change.bytes.copy(this.#bytes, change.at);
    this.#size = Math.max(this.#size, end);
  }

  #reserve(size: number): void {
    if (size <= this.#bytes.length) return;
    const room = Buffer.alloc(
      size > MiB ? Math.ceil(size / MiB) * MiB : Math.max(size, 2 * this.#bytes.length),
    );
    this.#bytes.copy(room);
    this.#bytes = room;
  }
}

/** All of it, nothing, its first sectors, or any of them. A disk writes one sector whole or not at all. */
function partsThatReached(change: Change, random: Random): Change[] {
  const fate = random.weighted<"whole" | "none" | "first" | "any">([
    [4, "whole"],
    [4, "none"],
    [1, "first"],
    [1, "any"],
  ]);
  if (fate === "none") return [];
  if (fate === "whole" || "size" in change) return [change];
  const sector = random.pick(SECTORS);
  const sectors: { at: number; bytes: Buffer }[] = [];
  for (let from = 0; from < change.bytes.length; ) {
    const end = Math.min(change.bytes.length, from + sector - ((change.at + from) % sector));
    sectors.push({ at: change.at + from, bytes: change.bytes.subarray(from, end) });
    from = end;
  }
  if (fate === "first") return sectors.slice(0, random.below(sectors.length + 1));
  return sectors.filter(() => random.chance(0.5));
}
