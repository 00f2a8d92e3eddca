// Writes the table of US ZIP codes and their places from GeoNames' list: node scripts/zip-places.ts US.txt. US.txt is
// in US.zip of the postal codes on geonames.org (CC BY 4.0). Codes outside the address form's states (military mail)
// are left out: nothing is filled in for them.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Misused, readCommandLine } from "../programs/command-line.ts";
import { usStates } from "../src/domain/postal-address/us-states.ts";

const TARGET = path.join(import.meta.dirname, "../src/server/http/postal-places/us-places.txt");
const HEAD = [
  "# US ZIP codes and their main places: first three digits, state, city, last two digits of its codes.",
  "# Made by scripts/zip-places.ts from the postal codes of GeoNames (https://www.geonames.org), CC BY 4.0.",
];

const { positionals } = readCommandLine("node scripts/zip-places.ts US.txt", { allowPositionals: true });
const [source] = positionals;
if (!source) throw new Misused("The list of GeoNames is missing.");
const states = new Set<string>(usStates.map(([code]) => code));
const seen = new Set<string>();
const endings = new Map<string, string[]>();
for (const row of readFileSync(source, "utf8").split("\n")) {
  const [, zip = "", city = "", , state = ""] = row.split("\t");
  if (!/^\d{5}$/.test(zip) || city === "" || !states.has(state) || seen.has(zip)) continue;
  seen.add(zip);
  const key = [zip.slice(0, 3), state, city].join("\t");
  endings.set(key, [...(endings.get(key) ?? []), zip.slice(3)]);
}
const rows = [...endings].map(([key, ends]) => `${key}\t${ends.sort().join(" ")}`).sort();
writeFileSync(TARGET, `${[...HEAD, ...rows].join("\n")}\n`);
console.log(`${seen.size} ZIP codes in ${rows.length} rows`);
