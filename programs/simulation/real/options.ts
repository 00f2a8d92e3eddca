// The options of a run on real processes.
import { parseArgs } from "node:util";
import { findPostgresBinaries } from "#test/postgres.ts";
import { kinds } from "./kinds.ts";

const CROWD = 20;
export const USAGE = `npm run simulate -- --real [--kind K …] [--kills N] [--database embedded|postgres|both] [--shoppers N] [--crowd N] [--long N] [--seed S]

Kinds:
${kinds.map(({ name, says }) => `  ${name.padEnd(16)} ${says}`).join("\n")}`;

export type Options = {
  kinds: (typeof kinds)[number][];
  kills: number;
  shoppers: number;
  seed: number;
  crowd: number;
  longEvery: number;
};

/** Why this machine can't run it, in one sentence; null: it can. */
export function whyNoServer(
  { kinds: wanted, kills, shoppers }: Options,
  findBinaries = findPostgresBinaries,
): string | null {
  const needsServer = shoppers > 0 || (kills > 0 && wanted.some(({ database }) => database === "postgres"));
  if (!needsServer || findBinaries() !== null) return null;
  return "No PostgreSQL server binaries found: install Debian's package postgresql, or run --database embedded.";
}

/** The options, or why they are refused. */
export function readOptions(args: string[]): Options | string {
  try {
    const { values } = parseArgs({
      args,
      options: {
        real: { type: "boolean" },
        kind: { type: "string", multiple: true },
        kills: { type: "string", default: "100" },
        database: { type: "string", default: "both" },
        shoppers: { type: "string", default: "500" },
        crowd: { type: "string", default: String(CROWD) },
        long: { type: "string", default: "25" },
        seed: { type: "string", default: "1" },
      },
    });
    const { database, kind: named } = values;
    if (!["both", "embedded", "postgres"].includes(database))
      return `--database is embedded, postgres or both, not ${database}`;
    for (const name of ["kills", "shoppers", "seed", "crowd", "long"] as const)
      if (!/^\d{1,6}$/.test(values[name])) return `--${name} is a whole number, not ${values[name]}`;
    const unknown = named?.find((name) => !kinds.some((kind) => kind.name === name));
    if (unknown !== undefined) return `there is no kind ${unknown}`;
    const wanted = kinds.filter(
      (kind) => (named?.includes(kind.name) ?? true) && (database === "both" || kind.database === database),
    );
    if (wanted.length === 0) return `no kind of these is for the database ${database}`;
    const kills = Number(values.kills);
    // The race is a part of the whole, not of a kind.
    const shoppers = named || database === "embedded" ? 0 : Number(values.shoppers);
    if (kills === 0 && shoppers === 0)
      return "nothing is left to run: neither kills nor shoppers for the race";
    return {
      kinds: wanted,
      kills,
      shoppers,
      seed: Number(values.seed),
      crowd: Number(values.crowd),
      longEvery: Math.max(1, Number(values.long)),
    };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
