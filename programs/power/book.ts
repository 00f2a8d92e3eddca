// What was done to the files in one folder, step by step, and what that says about the files that are there now.
import fs, { type PathOrFileDescriptor } from "node:fs";
import path from "node:path";

/** `file` numbers a file for its whole life, whatever its name; a folder has none. */
export type Step =
  | { kind: "folder"; place: string }
  | { kind: "file"; place: string; file: number }
  | { kind: "rename"; from: string; to: string; file: number | null }
  | { kind: "remove"; place: string; file: number | null }
  | { kind: "write"; file: number; at: number; bytes: Buffer }
  | { kind: "size"; file: number; size: number }
  | { kind: "flush"; file: number }
  | { kind: "flush names"; place: string };

type Open = { file: number | null; place: string; position: number; isFlushedAtOnce: boolean };

export class Book {
  readonly steps: Step[] = [];
  readonly root: string;
  readonly files = new Map<string, number>();
  readonly open = new Map<number, Open>();
  #count = 0;

  constructor(root: string) {
    this.root = root;
  }

  /** The place in the folder, or null for what is outside. */
  placeOf(at: PathOrFileDescriptor): string | null {
    if (typeof at !== "string") return null;
    const place = path.relative(this.root, path.resolve(at));
    return place.startsWith("..") || path.isAbsolute(place) ? null : place;
  }

  make(place: string): number {
    this.#count += 1;
    this.files.set(place, this.#count);
    this.steps.push({ kind: "file", place, file: this.#count });
    return this.#count;
  }

  remove(place: string): void {
    this.steps.push({ kind: "remove", place, file: this.files.get(place) ?? null });
    this.files.delete(place);
  }

  rename(from: string, to: string): void {
    this.steps.push({ kind: "rename", from, to, file: this.files.get(from) ?? null });
    for (const [place, file] of [...this.files]) {
      if (place !== from && !place.startsWith(`${from}${path.sep}`)) continue;
      this.files.delete(place);
      this.files.set(to + place.slice(from.length), file);
    }
  }

  opened(handle: number, place: string, flags: string | number | undefined, isThere: boolean): void {
    const wanted = numberOf(flags);
    const isFolder = fs.fstatSync(handle).isDirectory();
    const file = isFolder ? null : isThere ? (this.files.get(place) ?? null) : this.make(place);
    if (file === null && !isFolder) throw new Error(`${place} was made without the recorder`);
    if (file !== null && isThere && wanted & fs.constants.O_TRUNC)
      this.steps.push({ kind: "size", file, size: 0 });
    const isFlushedAtOnce = (wanted & (fs.constants.O_DSYNC | fs.constants.O_SYNC)) !== 0;
    this.open.set(handle, { file, place, position: 0, isFlushedAtOnce });
  }

  wrote(handle: number, bytes: Buffer, at: number | null): void {
    const open = this.open.get(handle);
    if (!open || open.file === null) return;
    const { file } = open;
    this.steps.push({ kind: "write", file, at: at ?? open.position, bytes });
    if (at === null) open.position += bytes.length;
    if (open.isFlushedAtOnce) this.steps.push({ kind: "flush", file });
  }

  flushed(handle: number): void {
    const open = this.open.get(handle);
    if (!open) return;
    const { file, place } = open;
    this.steps.push(file === null ? { kind: "flush names", place } : { kind: "flush", file });
  }

  sized(file: number | null | undefined, size: number): void {
    if (typeof file === "number") this.steps.push({ kind: "size", file, size });
  }
}

function numberOf(flags: string | number | undefined): number {
  const { O_CREAT, O_RDONLY, O_RDWR, O_TRUNC, O_WRONLY, O_EXCL } = fs.constants;
  const known: Record<string, number> = { r: O_RDONLY, "r+": O_RDWR, w: O_WRONLY | O_CREAT | O_TRUNC };
  const number =
    typeof flags === "number" ? flags : (known[flags ?? "r"] ?? known[`${flags}`.replace("x", "")]);
  if (number === undefined) throw new Error(`the recorder does not know the way "${flags}" to open a file`);
  return flags === "wx" ? number | O_EXCL : number;
}
