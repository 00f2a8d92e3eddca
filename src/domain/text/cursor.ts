// A place in a list that is sorted by time, newest first: the entry after which a page begins. It is part of a
// page's query string, so anyone may send anything. A value that the database could not read counts as none.
import { UUID_PATTERN } from "./uuid.ts";

/** The time includes microseconds, because milliseconds would skip entries. */
export type Cursor = { at: string; id: string };

export function cursorText({ at, id }: Cursor): string {
  return `${at}_${id}`;
}

const CURSOR = new RegExp(`^(.{27})_(${UUID_PATTERN})$`);

export function parseCursor(text: unknown): Cursor | null {
  const [, at = "", id = ""] = typeof text === "string" ? (CURSOR.exec(text) ?? []) : [];
  return isExactTime(at) ? { at, id } : null;
}

const EXACT_TIME = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})\.\d{6}Z$/;

/** Whether it is a time with microseconds that exists (no February 30), after 1970. */
export function isExactTime(text: string): boolean {
  const second = EXACT_TIME.exec(text)?.[1];
  const time = Date.parse(`${second}Z`);
  return second !== undefined && time > 0 && new Date(time).toISOString().startsWith(second);
}
