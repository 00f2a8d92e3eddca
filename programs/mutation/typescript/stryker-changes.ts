// Stryker's instrumenter as a finder of mutants: conditions, comparisons, branches, operators. Of what it makes, only the
// places and the replacements are used, since its own way (all mutants in one file, one of them switched on) knows no
// mutants of others. Decision 028.
import { Instrumenter } from "@stryker-mutator/instrumenter";
import type { Change } from "../mutant.ts";

/** What each of its mutators does, in this program's words. Of the others the types refuse nearly all, or nothing changes. */
const KINDS: Record<string, string> = {
  ArithmeticOperator: "swap an operator",
  AssignmentOperator: "swap an operator",
  UnaryOperator: "swap an operator",
  BlockStatement: "empty a branch",
  BooleanLiteral: "negate a condition",
  ConditionalExpression: "fix a condition",
  EqualityOperator: "swap a comparison",
  LogicalOperator: "swap and and or",
  MethodExpression: "swap a method",
  ArrayDeclaration: "empty a list",
};

const quiet = () => {};
const logger = {
  isTraceEnabled: () => false,
  isDebugEnabled: () => false,
  isInfoEnabled: () => false,
  isWarnEnabled: () => false,
  isErrorEnabled: () => false,
  isFatalEnabled: () => false,
  trace: quiet,
  debug: quiet,
  info: quiet,
  warn: quiet,
  error: quiet,
  fatal: quiet,
};

/** The changes of each file that Stryker finds. */
export async function strykerChanges(sources: ReadonlyMap<string, string>): Promise<Map<string, Change[]>> {
  const files = [...sources].map(([name, content]) => ({ name, content, mutate: true }));
  const instrumenter = new Instrumenter(logger);
  const { mutants } = await instrumenter.instrument(files, {
    excludedMutations: [],
    plugins: null,
    ignorers: [],
  });
  const changes = new Map([...sources.keys()].map((file): [string, Change[]] => [file, []]));
  const lines = new Map([...sources].map(([file, source]) => [file, lineStarts(source)]));
  for (const { fileName, location, mutatorName, replacement } of mutants) {
    const kind = KINDS[mutatorName];
    const starts = lines.get(fileName);
    if (!kind || !starts || replacement === undefined) continue;
    const place = ({ line, column }: { line: number; column: number }) => (starts[line] ?? 0) + column;
    const change = { start: place(location.start), end: place(location.end), text: replacement, kind };
    changes.get(fileName)?.push(change);
  }
  return changes;
}

function lineStarts(source: string): number[] {
  return [0, ...[...source.matchAll(/\n/g)].map(({ index }) => index + 1)];
}
