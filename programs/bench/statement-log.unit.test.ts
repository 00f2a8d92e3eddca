import { expect, test } from "vitest";
import { countStatements } from "./statement-log.ts";

const LOG = `2026-01-01 LOG:  duration: 0.200 ms  parse <unnamed>: select settle($1,
\t  $2)
2026-01-01 LOG:  duration: 0.300 ms  bind <unnamed>: select settle($1,
\t  $2)
2026-01-01 DETAIL:  parameters: $1 = 'a', $2 = 'b'
2026-01-01 LOG:  duration: 1.500 ms  execute <unnamed>: select settle($1,
\t  $2)
2026-01-01 DETAIL:  parameters: $1 = 'a', $2 = 'b'
2026-01-01 LOG:  duration: 0.100 ms  statement: begin
2026-01-01 LOG:  duration: 0.400 ms  statement: begin
`;

test("a statement counts once, with the time of its preparation, and on one line", () => {
  expect(countStatements(LOG)).toEqual([
    { text: "begin", times: 2, ms: 0.5 },
    { text: "select settle($1, $2)", times: 1, ms: 2 },
  ]);
});

test("a log without durations has no statements", () => {
  expect(countStatements("2026-01-01 LOG:  checkpoint starting: time\n")).toEqual([]);
});
