// Mutants of conditions: the terms of where, on, if, when, and of parts of a statement that are a condition themselves.
import type { Change, Guard } from "../mutant.ts";
import { type Token, wordAt } from "./tokens.ts";

/** Tokens from..to (to is outside). */
type Range = { from: number; to: number };
type Condition = Range & { opened: "where" | "on" | "if" | "when" | "fragment" };

const ENDS = new Set(
  `where group order limit offset for returning union except intersect on do window having loop then join left inner
  cross full right set execute else end from`.split(/\s+/),
);
const OPENED = new Map<string, Condition["opened"]>([
  ["where", "where"],
  ["having", "where"],
  ["on", "on"],
  ["if", "if"],
  ["elsif", "if"],
  ["while", "if"],
  ["when", "when"],
]);
const COMPARISONS = new Map([
  ["<", "<="],
  ["<=", "<"],
  [">", ">="],
  [">=", ">"],
  ["=", "<>"],
  ["<>", "="],
]);
/** A template that begins with one of these is a statement or a list of columns, not a condition. */
const NO_CONDITION =
  /^(select|update|insert|delete|with|set|case|order|group|begin|create|drop|alter|lock|notify|listen|vacuum|analyze)$/;

export function conditionChanges(source: string, tokens: Token[], file: string): Change[] {
  const found = conditionsOf(tokens);
  return found.flatMap((condition) => changesOf(source, tokens, condition, file));
}

function conditionsOf(tokens: Token[]): Condition[] {
  const found: Condition[] = [];
  for (const [index] of tokens.entries()) {
    const opened = OPENED.get(wordAt(tokens, index));
    // "end if", "create table if not exists", "on conflict", "create trigger … on orders", "whose turn is when".
    if (
      !opened ||
      (opened === "if" && wordAt(tokens, index - 1) === "end") ||
      wordAt(tokens, index + 1) === "conflict"
    )
      continue;
    const range = { from: index + 1, to: endOf(tokens, index + 1) };
    const isEnded = opened !== "if" || ["then", "loop"].includes(wordAt(tokens, range.to));
    if (isEnded && (opened === "if" || isCondition(tokens, range))) found.push({ ...range, opened });
  }
  const whole = { from: 0, to: tokens.length };
  const isFragment =
    !NO_CONDITION.test(wordAt(tokens, 0)) &&
    tokens.every(({ depth, text }) => depth > 0 || ![",", ";", "$$", ":="].includes(text)) &&
    endOf(tokens, 0) === tokens.length &&
    isCondition(tokens, whole);
  if (isFragment) found.push({ ...whole, opened: "fragment" });
  return found;
}

function endOf(tokens: Token[], from: number): number {
  const base = tokens[from]?.depth ?? 0;
  for (let index = from; index < tokens.length; index += 1) {
    const token = tokens[index];
    if (!token || token.depth < base) return index;
    if (token.depth > base) continue;
    if (token.text === ";" || token.text === "," || token.kind === "dollar") return index;
    // "is distinct from" is a comparison.
    if (token.text === "from" && wordAt(tokens, index - 1) === "distinct") continue;
    const isCall = tokens[index + 1]?.text === "(" && /^(left|right)$/i.test(token.text);
    if (ENDS.has(wordAt(tokens, index)) && !isCall && !insideCase(tokens, from, index)) return index;
  }
  return tokens.length;
}

function insideCase(tokens: Token[], from: number, index: number): boolean {
  let cases = 0;
  for (let at = from; at < index; at += 1) {
    if (wordAt(tokens, at) === "case") cases += 1;
    else if (wordAt(tokens, at) === "end") cases -= 1;
  }
  return cases > 0;
}

function isCondition(tokens: Token[], { from, to }: Range): boolean {
  const isComparing = ({ text }: Token) =>
    COMPARISONS.has(text) || /^(is|in|exists|not|and|or|like|any|between)$/i.test(text);
  return tokens.slice(from, to).some(isComparing);
}

function changesOf(source: string, tokens: Token[], condition: Condition, file: string): Change[] {
  const { opened } = condition;
  const changes = termChanges(source, tokens, condition, file, opened !== "where" && opened !== "fragment");
  // Of a plain comparison the opposite is among them already.
  const isNegated = changes.some(
    ({ kind, text }) => /not|negate/.test(kind) || text === "<>" || text === "=",
  );
  const isSingle = split(tokens, condition).terms.length === 1;
  if ((opened === "if" || opened === "when") && !(isSingle && isNegated)) {
    const span = spanOf(tokens, condition);
    changes.push({
      ...span,
      text: `not (${source.slice(span.start, span.end)})`,
      kind: "negate a condition",
    });
  }
  return changes;
}

/** `keepsSingle`: a condition of one term stays; negating it is a mutant of its own. */
function termChanges(
  source: string,
  tokens: Token[],
  range: Range,
  file: string,
  keepsSingle: boolean,
): Change[] {
  const { terms, joints } = split(tokens, range);
  const changes: Change[] = [];
  for (const [index, term] of terms.entries()) {
    const span = spanOf(tokens, term);
    const text = source.slice(span.start, span.end);
    const guard = guardOf(text, file);
    const isAmongOr = [joints[index - 1], joints[index]].some(
      (joint) => joint && wordAt(tokens, joint) === "or",
    );
    if (terms.length > 1 || !keepsSingle)
      changes.push({ ...span, text: isAmongOr ? "false" : "true", kind: "drop a condition", ...guard });
    changes.push(...insideTerm(source, tokens, term, file).map((change) => ({ ...guard, ...change })));
  }
  for (const joint of joints) {
    const token = tokens[joint];
    if (token && wordAt(tokens, joint) === "or")
      changes.push({ start: token.start, end: token.end, text: "and", kind: "make or an and" });
  }
  return changes;
}

function insideTerm(source: string, tokens: Token[], term: Range, file: string): Change[] {
  const first = tokens[term.from];
  const last = tokens[term.to - 1];
  if (!first || !last) return [];
  const isGroup = first.text === "(" && last.text === ")" && first.depth === last.depth;
  const inner = { from: term.from + 1, to: term.to - 1 };
  if (isGroup && matching(tokens, term.from) === term.to - 1 && wordAt(tokens, inner.from) !== "select")
    return split(tokens, inner).terms.length > 1
      ? termChanges(source, tokens, inner, file, true)
      : insideTerm(source, tokens, inner, file);
  const changes: Change[] = [];
  for (let index = term.from; index < term.to; index += 1) {
    const token = tokens[index];
    if (!token || token.depth !== first.depth) continue;
    const swapped = COMPARISONS.get(token.text);
    const { start, end } = token;
    const word = wordAt(tokens, index);
    const next = tokens[index + 1];
    if (swapped) changes.push({ start, end, text: swapped, kind: "swap a comparison" });
    else if (word === "not" && next) changes.push({ start, end: next.start, text: "", kind: "drop a not" });
    else if (word === "is") changes.push({ start, end, text: "is not", kind: "negate a comparison" });
    else if ((word === "in" || word === "exists") && wordAt(tokens, index - 1) !== "not")
      changes.push({ start, end, text: `not ${word}`, kind: "negate a comparison" });
  }
  return changes.map((change) => mended(source, change));
}

/** "is not not null" is no SQL: where a "not" follows, it goes instead. */
function mended(source: string, change: Change): Change {
  const follows = /^\s+not\b/i.exec(source.slice(change.end))?.[0];
  if (change.text !== "is not" || !follows) return change;
  return { ...change, end: change.end + follows.length, text: "is" };
}

function matching(tokens: Token[], open: number): number {
  const depth = tokens[open]?.depth;
  return tokens.findIndex((token, index) => index > open && token.depth === depth && token.text === ")");
}

/** The terms between the and/or of this depth; joints: the places of those words. */
function split(tokens: Token[], { from, to }: Range): { terms: Range[]; joints: number[] } {
  const base = tokens[from]?.depth ?? 0;
  const joints: number[] = [];
  let isBetween = false;
  for (let index = from; index < to; index += 1) {
    const word = wordAt(tokens, index);
    if (tokens[index]?.depth !== base || insideCase(tokens, from, index)) continue;
    if (word === "between") isBetween = true;
    else if (word === "and" && isBetween) isBetween = false;
    else if (word === "and" || word === "or") joints.push(index);
  }
  const starts = [from, ...joints.map((joint) => joint + 1)];
  const terms = starts.map((start, index) => ({ from: start, to: joints[index] ?? to }));
  return { terms: terms.filter((term) => term.from < term.to), joints };
}

export function spanOf(tokens: Token[], { from, to }: Range): { start: number; end: number } {
  return { start: tokens[from]?.start ?? 0, end: tokens[to - 1]?.end ?? 0 };
}

/** The leases of calls to the provider, jobs and mails are also the time of their next try. */
export function guardOf(text: string, file: string): { guard?: Guard } {
  if (/lock_token|lockToken|\btoken = |\battempts = \$\{/.test(text)) return { guard: "token" };
  if (/locked_until|lease|seen_at|\bholder\b/i.test(text)) return { guard: "lease" };
  if (/\/claim-/.test(file) && /next_at|run_at/.test(text)) return { guard: "lease" };
  return {};
}
