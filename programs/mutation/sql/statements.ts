// Mutants of whole parts: a statement of a function's body, a branch, a trigger, an item of set, on conflict, a limit.
import type { Change } from "../mutant.ts";
import { guardOf, spanOf } from "./conditions.ts";
import { type Token, wordAt } from "./tokens.ts";

const DROPPED = new Set(["perform", "update", "insert", "delete", "raise", "return", "select", "with"]);
const NEW_STATEMENT = new Set(["begin", "then", "else", "loop"]);

export function statementChanges(source: string, tokens: Token[], file: string): Change[] {
  const changes = [...setChanges(source, tokens, file), ...conflictChanges(tokens), ...limitChanges(tokens)];
  const dollars = tokens.flatMap(({ kind }, index) => (kind === "dollar" ? [index] : []));
  const [from, to] = dollars;
  if (from === undefined || to === undefined) return changes;
  const begin = tokens.findIndex((_, index) => index > from && wordAt(tokens, index) === "begin");
  if (begin !== -1 && begin < to) changes.push(...bodyChanges(source, tokens, { begin, end: to }));
  return [...changes, ...triggerChanges(tokens, to)];
}

/** Statements and branches of PL/pgSQL. */
function bodyChanges(
  source: string,
  tokens: Token[],
  { begin, end }: { begin: number; end: number },
): Change[] {
  const changes: Change[] = [];
  const branches: { opened: number; statements: number }[] = [];
  let cases = 0;
  for (let index = begin; index < end; index += 1) {
    const word = wordAt(tokens, index);
    if (word === "case") cases += 1;
    else if (word === "end" && cases > 0) {
      cases -= 1;
      continue;
    }
    if (cases > 0) continue;
    const isBranchEnd =
      ["end", "else", "elsif"].includes(word) && tokens[index]?.depth === tokens[begin]?.depth;
    if (isBranchEnd) {
      const branch = branches.pop();
      if (branch && branch.statements > 1) {
        const span = spanOf(tokens, { from: branch.opened + 1, to: index });
        changes.push({ ...span, text: "null;", kind: "empty a branch" });
      }
    }
    const isNew = NEW_STATEMENT.has(word) && wordAt(tokens, index - 1) !== "end";
    if (!isNew && !isStatementEnd(tokens, index, begin)) continue;
    if (isNew) branches.push({ opened: index, statements: 0 });
    const last = endOfStatement(tokens, index + 1, end);
    if (last === null) continue;
    const branch = branches.at(-1);
    if (branch) branch.statements += 1;
    const span = spanOf(tokens, { from: index + 1, to: last + 1 });
    const text = source.slice(span.start, span.end);
    if (isDropped(tokens, index + 1, last, text))
      changes.push({ ...span, text: "null;", kind: "drop a statement" });
  }
  return changes;
}

function isStatementEnd(tokens: Token[], index: number, begin: number): boolean {
  return tokens[index]?.text === ";" && tokens[index]?.depth === tokens[begin]?.depth;
}

/** The semicolon of a plain statement that begins at `from`; null for if, for, end and the like. */
function endOfStatement(tokens: Token[], from: number, end: number): number | null {
  const first = wordAt(tokens, from);
  if (/^(if|elsif|else|for|while|loop|end|begin|case|declare|exception|null)$/.test(first)) return null;
  const depth = tokens[from]?.depth;
  for (let index = from; index < end; index += 1)
    if (tokens[index]?.text === ";" && tokens[index]?.depth === depth) return index;
  return null;
}

function isDropped(tokens: Token[], from: number, last: number, text: string): boolean {
  const first = wordAt(tokens, from);
  // What is there only to lock has a mutant without its lock.
  if (first === "perform" && /\bfor (no key )?update\b|advisory/i.test(text)) return false;
  const isEndOfBody =
    first === "return" && wordAt(tokens, last + 1) === "end" && tokens[last + 2]?.kind === "dollar";
  if (isEndOfBody) return false;
  const isAssignment = tokens
    .slice(from, last)
    .some((token) => token.text === ":=" && token.depth === tokens[from]?.depth);
  return DROPPED.has(first) || isAssignment;
}

function triggerChanges(tokens: Token[], from: number): Change[] {
  const changes: Change[] = [];
  for (let index = from; index < tokens.length; index += 1) {
    const isTrigger =
      wordAt(tokens, index) === "create" &&
      [wordAt(tokens, index + 1), wordAt(tokens, index + 2)].includes("trigger");
    const last = isTrigger ? endOfStatement(tokens, index, tokens.length) : null;
    if (last !== null)
      changes.push({ ...spanOf(tokens, { from: index, to: last + 1 }), text: "", kind: "drop a trigger" });
  }
  return changes;
}

/** Each item of "set a = …, b = …", where there are several. */
function setChanges(source: string, tokens: Token[], file: string): Change[] {
  const changes: Change[] = [];
  for (const [index, { depth }] of tokens.entries()) {
    if (wordAt(tokens, index) !== "set" || wordAt(tokens, index + 1) === "local") continue;
    const commas: number[] = [];
    let end = index + 1;
    for (; end < tokens.length; end += 1) {
      const token = tokens[end];
      if (!token || token.depth < depth || token.kind === "dollar") break;
      if (token.depth > depth) continue;
      const isFrom = wordAt(tokens, end) === "from" && wordAt(tokens, end - 1) !== "distinct";
      if (isFrom || token.text === ";" || ["where", "returning"].includes(wordAt(tokens, end))) break;
      if (token.text === ",") commas.push(end);
    }
    if (commas.length === 0) continue;
    const starts = [index + 1, ...commas.map((comma) => comma + 1)];
    for (const [item, from] of starts.entries()) {
      const to = commas[item] ?? end;
      const { start, end: stop } = spanOf(tokens, { from, to });
      const before = tokens[from - 1];
      const after = tokens[to];
      // With the comma on one of its sides.
      const span =
        item === 0 ? { start, end: after?.end ?? stop } : { start: before?.start ?? start, end: stop };
      changes.push({
        ...span,
        text: "",
        kind: "drop an assignment",
        ...guardOf(source.slice(start, stop), file),
      });
    }
  }
  return changes;
}

function conflictChanges(tokens: Token[]): Change[] {
  const changes: Change[] = [];
  for (const [index, { depth }] of tokens.entries()) {
    if (wordAt(tokens, index) !== "on" || wordAt(tokens, index + 1) !== "conflict") continue;
    let end = index;
    while (end < tokens.length) {
      const token = tokens[end];
      if (!token || token.depth < depth || token.kind === "dollar") break;
      if (token.depth === depth && (token.text === ";" || wordAt(tokens, end) === "returning")) break;
      end += 1;
    }
    changes.push({ ...spanOf(tokens, { from: index, to: end }), text: "", kind: "drop an on conflict" });
  }
  return changes;
}

function limitChanges(tokens: Token[]): Change[] {
  return tokens.flatMap((_, index) => {
    const isLimit = wordAt(tokens, index) === "limit" && tokens[index + 1]?.text !== "=";
    if (!isLimit) return [];
    return [{ ...spanOf(tokens, { from: index, to: index + 2 }), text: "", kind: "drop a limit" }];
  });
}
