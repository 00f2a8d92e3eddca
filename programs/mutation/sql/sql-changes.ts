// All changes of a piece of SQL: a file of db/functions, or a template in TypeScript.
import type { Change } from "../mutant.ts";
import { conditionChanges, spanOf } from "./conditions.ts";
import { statementChanges } from "./statements.ts";
import { readTokens, type Token, wordAt } from "./tokens.ts";

/** `file` tells whose leases these are; `shift` is added to all places. */
export function sqlChanges(source: string, file: string, shift = 0): Change[] {
  const tokens = readTokens(source);
  const changes = [
    ...lockChanges(tokens),
    ...leaseChanges(tokens),
    ...conditionChanges(source, tokens, file),
    ...statementChanges(source, tokens, file),
    ...literalChanges(tokens),
    ...operatorChanges(tokens),
  ];
  return changes.map((change) => ({ ...change, start: change.start + shift, end: change.end + shift }));
}

/** The locks in a text that is SQL only in part. */
export function lockChangesIn(source: string, shift: number): Change[] {
  const changes = lockChanges(readTokens(source));
  return changes.map((change) => ({ ...change, start: change.start + shift, end: change.end + shift }));
}

/** `p_now + p_lease` becomes `p_now`, and in a template any time loses its lease. */
function leaseChanges(tokens: Token[]): Change[] {
  return tokens.flatMap((token, index) => {
    const next = tokens[index + 1];
    if (token.text === "+" && next && /^\$\{LEASE\}$/.test(next.text))
      return [{ start: token.start, end: next.end, text: "", ...OVER_AT_ONCE }];
    const words = [0, 1, 2].map((offset) => tokens[index + offset]?.text);
    if (words.join(" ") !== "p_now + p_lease") return [];
    const span = spanOf(tokens, { from: index, to: index + 3 });
    return [{ ...span, text: "p_now", ...OVER_AT_ONCE }];
  });
}

const OVER_AT_ONCE = { kind: "a lease that is over at once", guard: "lease" } as const;

/** Row locks with their skip locked, and advisory locks. */
function lockChanges(tokens: Token[]): Change[] {
  const changes: Change[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.kind === "word" && /advisory/i.test(token.text) && tokens[index + 1]?.text === "(") {
      const close = tokens.findIndex(
        ({ text, depth }, at) => at > index && text === ")" && depth === token.depth,
      );
      const { start, end } = spanOf(tokens, { from: index, to: close + 1 });
      const text = /_try_/.test(token.text) ? "true" : "null";
      changes.push({ start, end, text, kind: "drop an advisory lock", guard: "lock" });
    }
    const strength = wordAt(tokens, index) === "for" ? lockWords(tokens, index + 1) : 0;
    if (strength === 0) continue;
    let end = index + 1 + strength;
    if (wordAt(tokens, end) === "of") {
      end += 2;
      while (tokens[end]?.text === ",") end += 2;
    }
    const isSkipping = wordAt(tokens, end) === "skip";
    if (isSkipping) {
      const span = spanOf(tokens, { from: end, to: end + 2 });
      changes.push({ ...span, text: "", kind: "wait instead of skip locked", guard: "lock" });
      end += 2;
    }
    const span = spanOf(tokens, { from: index, to: end });
    changes.push({ ...span, text: "", kind: "drop a lock", guard: "lock" });
  }
  return changes;
}

/** How many words name the strength of a lock after "for": "update", "no key update", "share", "key share". */
function lockWords(tokens: Token[], from: number): number {
  const words = [0, 1, 2].map((offset) => wordAt(tokens, from + offset));
  const strengths = [["no", "key", "update"], ["key", "share"], ["update"], ["share"]];
  return strengths.find((strength) => strength.every((word, at) => words[at] === word))?.length ?? 0;
}

const STATUS = /^'[a-z]+(_[a-z]+)*'$/;

/** A status becomes another one of the same text; one of a list is left out. */
function literalChanges(tokens: Token[]): Change[] {
  const isStatus = (token: Token, index: number) =>
    token.kind === "text" &&
    STATUS.test(token.text) &&
    !["->", "->>", "::"].includes(tokens[index - 1]?.text ?? "") &&
    !isKey(tokens, index);
  const found = tokens.flatMap((token, index) => (isStatus(token, index) ? [{ token, index }] : []));
  const words = [...new Set(found.map(({ token }) => token.text))].sort();
  return found.flatMap(({ token: { start, end, text }, index }) => {
    const next = tokens[index + 1];
    const before = tokens[index - 1];
    const isListed = [before, next].some((side) => side?.text === ",") && isInList(tokens, index);
    if (isListed && next?.text === ",") return [{ start, end: next.end, text: "", kind: "drop a status" }];
    if (isListed && before) return [{ start: before.start, end, text: "", kind: "drop a status" }];
    const other = words[(words.indexOf(text) + 1) % words.length];
    const replacement = other && other !== text ? other : "'other'";
    return [{ start, end, text: replacement, kind: "change a status" }];
  });
}

/** Inside "in (…)". */
function isInList(tokens: Token[], index: number): boolean {
  const open = openAround(tokens, index);
  return wordAt(tokens, open - 1) === "in";
}

/** A name of a JSON object's part. */
function isKey(tokens: Token[], index: number): boolean {
  const open = openAround(tokens, index);
  if (!/^jsonb?_build_object$/.test(wordAt(tokens, open - 1))) return false;
  const depth = tokens[index]?.depth;
  const commas = tokens.slice(open, index).filter((token) => token.depth === depth && token.text === ",");
  return commas.length % 2 === 0;
}

function openAround(tokens: Token[], index: number): number {
  const depth = (tokens[index]?.depth ?? 0) - 1;
  for (let at = index - 1; at >= 0; at -= 1)
    if (tokens[at]?.text === "(" && tokens[at]?.depth === depth) return at;
  return -1;
}

const SWAPPED = new Map([
  ["least", "greatest"],
  ["greatest", "least"],
  ["min", "max"],
  ["max", "min"],
  ["true", "false"],
  ["false", "true"],
]);
const NO_OPERAND =
  /^(,|\(|=|<|>|<=|>=|<>|:=|\+|-|\*|\/|return|then|else|select|when|and|or|by|in|is|not|limit)$/i;

function operatorChanges(tokens: Token[]): Change[] {
  return tokens.flatMap((token, index) => {
    const { start, end, text } = token;
    const isBinary = !NO_OPERAND.test(tokens[index - 1]?.text ?? "(");
    if ((text === "+" || text === "-") && isBinary)
      return [{ start, end, text: text === "+" ? "-" : "+", kind: "swap + and -" }];
    if (text === "-" && !isBinary) return [{ start, end, text: "", kind: "drop a minus" }];
    const swapped = token.kind === "word" ? SWAPPED.get(text.toLowerCase()) : undefined;
    // "on true" is a join without a condition.
    if (!swapped || wordAt(tokens, index - 1) === "on") return [];
    return [{ start, end, text: swapped, kind: `${text.toLowerCase()} to ${swapped}` }];
  });
}
