// The figures of a run on real processes and their required values: one table with a column per database, and the
// names of those that were missed. A figure that was not measured (no race on the embedded database) is a dash
// and does not count as missed.
import type { Audit } from "./books.ts";
import type { Purchase } from "./bot.ts";

export const signals = ["SIGKILL", "SIGTERM", "SIGSTOP"] as const;
export type Signal = (typeof signals)[number];

export type KillFigures = {
  kills: Record<Signal, number>;
  visits: Record<Purchase["outcome"], number>;
  backMsMedian: number;
  backMsMax: number;
  /** null: they were still different at the end of the wait. */
  booksEqualAfterMs: number | null;
  audit: Audit;
};

export type RaceFigures = {
  shoppers: number;
  pieces: number;
  orders: number;
  soldOut: number;
  other: number;
  slowestMs: number;
  medianMs: number;
  audit: Audit;
};

export type RunFigures = { database: string; kills: KillFigures | null; race: RaceFigures | null };

export const BACK_MS_MAX = 10_000;
export const BOOKS_EQUAL_MS_MAX = 60_000;

type Row = {
  name: string;
  wanted: string;
  /** undefined or null: not measured. */
  value: (run: RunFigures) => string | number | null | undefined;
  isRight?: (run: RunFigures) => boolean;
};

const rows: Row[] = [
  { name: "kills", wanted: "", value: ({ kills }) => kills && sum(kills.kills) },
  { name: "  kill -9", wanted: "", value: ({ kills }) => kills?.kills.SIGKILL },
  { name: "  SIGTERM", wanted: "", value: ({ kills }) => kills?.kills.SIGTERM },
  { name: "  SIGSTOP, then kill -9", wanted: "", value: ({ kills }) => kills?.kills.SIGSTOP },
  { name: "visits", wanted: "", value: ({ kills }) => kills && sum(kills.visits) },
  {
    name: "payments that succeeded",
    wanted: "> 0",
    value: ({ kills }) => kills?.audit.succeeded,
    isRight: ({ kills }) => !kills || kills.audit.succeeded > 0,
  },
  { name: "orders", wanted: "as many", value: ({ kills }) => kills?.audit.orders, isRight: hasAllOrders },
  ...auditRows(),
  { name: "back to serving, median", wanted: "", value: ({ kills }) => kills && seconds(kills.backMsMedian) },
  {
    name: "back to serving, slowest",
    wanted: `<= ${seconds(BACK_MS_MAX)}`,
    value: ({ kills }) => kills && seconds(kills.backMsMax),
    isRight: ({ kills }) => !kills || kills.backMsMax <= BACK_MS_MAX,
  },
  {
    name: "books equal after",
    wanted: `<= ${seconds(BOOKS_EQUAL_MS_MAX)}`,
    value: ({ kills }) =>
      kills && (kills.booksEqualAfterMs === null ? "never" : seconds(kills.booksEqualAfterMs)),
    isRight: ({ kills }) =>
      !kills || (kills.booksEqualAfterMs ?? Number.POSITIVE_INFINITY) <= BOOKS_EQUAL_MS_MAX,
  },
  { name: "race: shoppers", wanted: "", value: ({ race }) => race?.shoppers },
  { name: "race: pieces", wanted: "", value: ({ race }) => race?.pieces },
  {
    name: "race: orders",
    wanted: "pieces",
    value: ({ race }) => race?.orders,
    isRight: ({ race }) => !race || race.orders === Math.min(race.pieces, race.shoppers),
  },
  {
    name: "race: clean refusals",
    wanted: "the others",
    value: ({ race }) => race?.soldOut,
    isRight: ({ race }) => !race || race.soldOut === Math.max(0, race.shoppers - race.pieces),
  },
  {
    name: "race: other answers",
    wanted: "0",
    value: ({ race }) => race?.other,
    isRight: ({ race }) => !race || race.other === 0,
  },
  {
    name: "race: slowest answer",
    wanted: "",
    value: ({ race }) => race && seconds(race.slowestMs),
  },
];

/** The rules of the books, over both parts of a run. Each count must be 0. */
function auditRows(): Row[] {
  const rules: [name: string, of: (audit: Audit) => number][] = [
    ["lost", ({ lost }) => lost],
    ["doubled", ({ doubled }) => doubled],
    ["paid orders without payment", ({ unpaidOrders }) => unpaidOrders],
    ["wrong amounts", ({ wrongAmounts }) => wrongAmounts],
    ["wrong stock or holds", ({ stockWrong, holdsWrong }) => stockWrong + holdsWrong],
  ];
  return rules.map(([name, of]) => {
    const value = ({ kills, race }: RunFigures) => {
      const audits = [kills?.audit, race?.audit].filter((audit) => audit !== undefined);
      return audits.length === 0 ? undefined : Math.max(...audits.map(of));
    };
    return { name, wanted: "0", value, isRight: (run) => (value(run) ?? 0) === 0 };
  });
}

function hasAllOrders({ kills }: RunFigures): boolean {
  return !kills || kills.audit.orders === kills.audit.succeeded;
}

/** `lines`: the table. `missed`: one sentence per figure that differs from its required value. */
export function tableOf(runs: RunFigures[]): { lines: string[]; missed: string[] } {
  const cells = rows.map((row) => [
    row.name,
    row.wanted,
    ...runs.map((run) => String(row.value(run) ?? "-")),
  ]);
  const table = [["", "wanted", ...runs.map(({ database }) => database)], ...cells];
  const widths =
    table[0]?.map((_, column) => Math.max(...table.map((line) => line[column]?.length ?? 0))) ?? [];
  const lines = table.map((line) =>
    line
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join("  "),
  );
  lines.splice(1, 0, "-".repeat(lines[0]?.length ?? 0));
  const missed = runs.flatMap((run) =>
    rows
      .filter(({ isRight }) => isRight && !isRight(run))
      .map(({ name, wanted, value }) => `${run.database}: ${name} is ${value(run)}, wanted ${wanted}`),
  );
  return { lines, missed };
}

function sum(counts: Record<string, number>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
