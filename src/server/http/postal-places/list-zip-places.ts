// Which city and state belong to a ZIP code, from a table of the shop's own: no shopper's address leaves the shop for
// it. The table is text of one line per place; it is read when it is first asked for, and the lines of the asked
// prefix are found in it as they are.
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { ZipPlace } from "#domain/postal-address/zip-code.ts";

const TABLE = path.join(import.meta.dirname, "us-places.txt");

let table: Promise<string> | null = null;

/** The places of all ZIP codes that begin with `prefix`, three digits; none where there are no such codes. */
export async function listZipPlaces(prefix: string): Promise<ZipPlace[]> {
  table ??= readFile(TABLE, "utf8").catch((failure: unknown) => {
    table = null;
    throw failure;
  });
  const text = await table;
  const places: ZipPlace[] = [];
  let at = text.indexOf(`\n${prefix}\t`) + 1;
  while (at > 0 && text.startsWith(`${prefix}\t`, at)) {
    const end = text.indexOf("\n", at);
    const [, state = "", city = "", endings = ""] = text.slice(at, end).split("\t");
    places.push({ city, state, zips: endings.split(" ").map((ending) => prefix + ending) });
    at = end + 1;
  }
  return places;
}
