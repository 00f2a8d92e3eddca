// The figures of a run on real processes and their required values: one line per kind of strike, what was met on the way,
// and the names of the figures that were missed.
import { CONNECTIONS_MAX } from "#server/mail/smtp-mailer.ts";
import type { Audit } from "./books.ts";
import type { KindName } from "./kinds.ts";
import { BACK_MS_MAX, BOOKS_EQUAL_MS_MAX } from "./limits.ts";
import type { StrikeFigures } from "./strike-run.ts";

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

type Column = { title: string; value: (run: StrikeFigures) => string | number };

const columns: Column[] = [
  { title: "kind", value: ({ kind }) => kind },
  { title: "kills", value: ({ kills }) => kills },
  { title: "visits", value: ({ visits }) => sum(visits) },
  { title: "payments", value: ({ rest }) => rest.payments },
  { title: "while down", value: ({ paidWhileDown }) => paidWhileDown },
  { title: "orders", value: ({ rest }) => rest.orders },
  { title: "lost", value: ({ rest }) => rest.lost },
  { title: "doubled", value: ({ rest }) => rest.doubled },
  { title: "refunds", value: ({ rest }) => rest.refunds },
  { title: "swaps", value: ({ rest }) => rest.swaps },
  { title: "mails", value: ({ rest }) => rest.mails },
  { title: "sent twice", value: ({ rest }) => rest.mailsTwice },
  { title: "back", value: ({ backMs }) => seconds(backMs.median) },
  { title: "slowest", value: ({ backMs }) => seconds(backMs.slowest) },
  { title: "books equal", value: ({ booksEqualAfterMs }) => seconds(booksEqualAfterMs) },
  { title: "slowest order", value: ({ rest }) => seconds(rest.slowestOrder * 1_000) },
  { title: "missed", value: (run) => missedOf(run).length },
];

/** How many mails one process may have sent whose answer it has not noted yet: one over each connection. */
const MAILS_IN_FLIGHT_MAX = CONNECTIONS_MAX;
/** These strike processes that send no mail, or ask for an end, at which mails under way are waited for and noted. */
const cutsNoMail: ReadonlySet<KindName> = new Set<KindName>(["web", "web-freeze", "stop"]);
/** A shorter run may well meet no owner who changes a price between two strikes. */
const ENOUGH_KILLS = 20;

type Rule = {
  name: string;
  isRight: (run: StrikeFigures) => boolean;
  value: (run: StrikeFigures) => unknown;
};

const zero = (name: string, of: (rest: StrikeFigures["rest"]) => number): Rule => ({
  name,
  value: ({ rest }) => of(rest),
  isRight: ({ rest }) => of(rest) === 0,
});

/** What never happened was not tried, and all figures about it are right. */
const happens = (name: string, of: (run: StrikeFigures) => number): Rule => ({
  name: `${name}, wanted > 0`,
  value: of,
  isRight: (run) => of(run) > 0 || run.kills < ENOUGH_KILLS,
});

const rules: Rule[] = [
  {
    name: "payments, wanted > 0",
    value: ({ rest }) => rest.payments,
    isRight: ({ rest }) => rest.payments > 0,
  },
  happens("payments while down", ({ paidWhileDown }) => paidWhileDown),
  happens("refunds", ({ rest }) => rest.refunds),
  happens("swaps", ({ rest }) => rest.swaps),
  happens("pieces that the owner added", ({ owner }) => owner.added),
  happens("prices that the owner changed", ({ owner }) => owner.prices),
  zero("payments without a paid order", ({ lost }) => lost),
  zero("payments with several orders", ({ doubled }) => doubled),
  zero("paid orders without that payment", ({ unpaid }) => unpaid),
  zero("refunds that the provider does not have", ({ refundsLost }) => refundsLost),
  zero("refunds made twice", ({ refundsDoubled }) => refundsDoubled),
  zero(
    "orders swapped otherwise than the owner was told, or with another difference",
    ({ swapsWrong }) => swapsWrong,
  ),
  zero("orders with a wrong sum of refunds", ({ sumsWrong }) => sumsWrong),
  zero("products with a wrong stock", ({ stockWrong }) => stockWrong),
  zero("mails missing", ({ mailsMissing }) => mailsMissing),
  zero("mails with a second Message-ID", ({ mailsDoubled }) => mailsDoubled),
  {
    name: "mails sent twice under one Message-ID, more than kills explain",
    value: ({ rest }) => rest.mailsTwice,
    isRight: ({ kind, kills, rest }) =>
      rest.mailsTwice <= kills * (cutsNoMail.has(kind) ? 0 : MAILS_IN_FLIGHT_MAX),
  },
  {
    name: "rules broken at rest",
    value: ({ rest }) => rest.broken.join("; "),
    isRight: ({ rest }) => rest.broken.length === 0,
  },
  { name: "the doctor", value: ({ doctor }) => doctor, isRight: ({ doctor }) => doctor === null },
  {
    name: "alarms of the shop's own audit",
    value: ({ alarms }) => alarms,
    isRight: ({ alarms }) => alarms === 0,
  },
  {
    name: `slowest return, wanted <= ${seconds(BACK_MS_MAX)}`,
    value: ({ backMs }) => seconds(backMs.slowest),
    isRight: ({ backMs }) => backMs.slowest !== null && backMs.slowest <= BACK_MS_MAX,
  },
  {
    name: `books equal, wanted <= ${seconds(BOOKS_EQUAL_MS_MAX)}`,
    value: ({ booksEqualAfterMs }) => seconds(booksEqualAfterMs),
    isRight: ({ booksEqualAfterMs }) => booksEqualAfterMs !== null && booksEqualAfterMs <= BOOKS_EQUAL_MS_MAX,
  },
];

/** One sentence per figure that is not what it has to be. */
export function missedOf(run: StrikeFigures): string[] {
  return rules
    .filter(({ isRight }) => !isRight(run))
    .map(({ name, value }) => `${run.kind}: ${name}: ${String(value(run))}`);
}

export function missedOfRace({ audit, ...race }: RaceFigures): string[] {
  const wanted: [name: string, value: number, wanted: number][] = [
    ["orders", race.orders, Math.min(race.pieces, race.shoppers)],
    ["clean refusals", race.soldOut, Math.max(0, race.shoppers - race.pieces)],
    ["other answers", race.other, 0],
    ["lost", audit.lost, 0],
    ["doubled", audit.doubled, 0],
    ["wrong amounts, stock or holds", audit.wrongAmounts + audit.stockWrong + audit.holdsWrong, 0],
    ["paid orders without payment", audit.unpaidOrders, 0],
  ];
  return wanted
    .filter(([, value, right]) => value !== right)
    .map(([name, value, right]) => `race: ${name} is ${value}, wanted ${right}`);
}

export function tableOf(runs: StrikeFigures[]): string[] {
  const table = [
    columns.map(({ title }) => title),
    ...runs.map((run) => columns.map(({ value }) => String(value(run)))),
  ];
  const widths = columns.map((_, place) => Math.max(...table.map((line) => line[place]?.length ?? 0)));
  return table.map((line) =>
    line
      .map((cell, place) => (place === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[place] ?? 0)))
      .join("  "),
  );
}

/** What a run did and met beside its strikes, in one line. */
export function detailsOf({ kind, visits, owner, met, refusedMails }: StrikeFigures): string {
  const counted = [
    ...Object.entries(visits).map(([outcome, count]) => `${count} ${outcome}`),
    `owner: ${owner.refunds} refunds and cancels, ${owner.swaps} swaps, ${owner.refused} refused, ${owner.unclear} unclear, ${owner.added} pieces added, ${owner.prices} prices`,
    `${refusedMails} mails refused at first`,
    ...Object.entries(met).map(([name, count]) => `${name}: ${count}`),
  ];
  return `${kind}: ${counted.join(", ")}`;
}

function sum(counts: Record<string, number>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}

export function seconds(milliseconds: number | null): string {
  return milliseconds === null ? "never" : `${(milliseconds / 1_000).toFixed(1)} s`;
}
