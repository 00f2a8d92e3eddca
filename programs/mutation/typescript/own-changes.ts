// What Stryker does not do and matters here: an await, a statement, a retry, a transaction, a lease or token gone, and
// the SQL in templates.
import type { Change } from "../mutant.ts";
import { lockChangesIn, sqlChanges } from "../sql/sql-changes.ts";
import { calledName, nameOf, part, parts, type Syntax, walk } from "./syntax.ts";

const LOCKS = new Set(["forUpdate", "forNoKeyUpdate", "forShare", "skipLocked"]);
/** Calls in a chain that can be left out: of Kysely, and the handler of a rejection. */
const LINKS = new Set([...LOCKS, "where", "onConflict", "limit", "catch"]);
const SAME_TOKEN = '"00000000-0000-4000-8000-000000000000"';
const STATUS = /^[a-z]+(_[a-z]+)*$/;
const STATUS_KEYS = /^(state|status|stage|outcome|source|kind|call|shared)$/;

export function ownChanges(file: string, source: string, program: Syntax): Change[] {
  const changes: Change[] = [];
  const words = statusWords(program);
  walk(program, (node, parents) => {
    const parent = parents.at(-1) ?? null;
    if (node.type === "TaggedTemplateExpression") changes.push(...templateChanges(file, source, node));
    else if (node.type === "TemplateLiteral" && parent?.type !== "TaggedTemplateExpression")
      changes.push(...plainTemplateChanges(source, node));
    else if (node.type === "CallExpression") changes.push(...callChanges(source, node));
    else if (node.type === "AwaitExpression") changes.push(...awaitChanges(node, parent));
    else if (isStatement(source, node))
      changes.push({ start: node.start, end: node.end, text: ";", kind: statementKind(node) });
    else if (node.type === "Property" || node.type === "VariableDeclarator")
      changes.push(...leaseChanges(node));
    else if (typeof node.value === "string" && EXCLUSIVE.test(node.value))
      changes.push(exclusiveChange(source, node));
    else if (isStatus(node, parent)) {
      const others = words.filter((word) => word !== node.value);
      const other = others[words.indexOf(String(node.value)) % Math.max(others.length, 1)] ?? "other";
      changes.push({ start: node.start, end: node.end, text: `"${other}"`, kind: "change a status" });
    }
  });
  return changes;
}

/** The template of sql`…`; its parts in `${…}` are nodes of their own. */
function templateChanges(file: string, source: string, node: Syntax): Change[] {
  const template = part(node, "quasi");
  if (nameOf(part(node, "tag")) !== "sql" || !template) return [];
  const start = template.start + 1;
  return sqlChanges(source.slice(start, template.end - 1), file, start);
}

/** A text for the driver itself, without sql`…`: its advisory locks. */
function plainTemplateChanges(source: string, { start, end }: Syntax): Change[] {
  const text = source.slice(start + 1, end - 1);
  return /\bpg_(try_)?advisory/.test(text) ? lockChangesIn(text, start + 1) : [];
}

const EXCLUSIVE = /\bbegin exclusive\b/i;

/** The lock of a file, held through SQLite: a plain transaction locks nothing before it reads. */
function exclusiveChange(source: string, node: Syntax): Change {
  const text = source.slice(node.start, node.end);
  const plain = text.replace(EXCLUSIVE, "begin");
  return { start: node.start, end: node.end, text: plain, kind: "drop an exclusive lock", guard: "lock" };
}

function callChanges(source: string, node: Syntax): Change[] {
  const name = calledName(node);
  const callee = part(node, "callee");
  const [first, second] = parts(node, "arguments");
  const text = (of: Syntax) => source.slice(of.start, of.end);
  const whole = { start: node.start, end: node.end };
  if (name === "retrying" && first) return [{ ...whole, text: `(${text(first)})()`, kind: "drop a retry" }];
  if (name === "inTransaction" && first && second) {
    const database = first.type === "ObjectExpression" ? `(${text(first)}).db` : `${text(first)}.db`;
    const alone = `Promise.resolve((${text(second)})(${database} as never))`;
    return [{ ...whole, text: alone, kind: "drop a transaction" }];
  }
  const chain = part(callee, "object");
  if (callee?.type !== "MemberExpression" || !chain || !LINKS.has(name)) return [];
  const guard = LOCKS.has(name) ? { guard: "lock" as const } : {};
  return [{ start: chain.end, end: node.end, text: "", kind: `drop a ${name}`, ...guard }];
}

/** `await f();` goes on without waiting; `return await f()` leaves the try around it before f is done. */
function awaitChanges(node: Syntax, parent: Syntax | null): Change[] {
  const call = part(node, "argument");
  if (!call) return [];
  const span = { start: node.start, end: call.start };
  if (parent?.type === "ExpressionStatement") return [{ ...span, text: "void ", kind: "drop an await" }];
  if (parent?.type === "ReturnStatement") return [{ ...span, text: "", kind: "drop an await" }];
  return [];
}

function isStatement(source: string, node: Syntax): boolean {
  if (/^(ThrowStatement|BreakStatement|ContinueStatement)$/.test(node.type)) return true;
  if (node.type === "ReturnStatement") return part(node, "argument") === null;
  return node.type === "ExpressionStatement" && !/^["']/.test(source.slice(node.start));
}

function statementKind(node: Syntax): string {
  if (node.type !== "ExpressionStatement")
    return `drop a ${node.type.replace("Statement", "").toLowerCase()}`;
  return part(node, "expression")?.type === "AssignmentExpression" ? "drop an assignment" : "drop a call";
}

/** A lease that is over at once, and a token that every worker has. */
function leaseChanges(node: Syntax): Change[] {
  const name = nameOf(part(node, node.type === "Property" ? "key" : "id"));
  const value = part(node, node.type === "Property" ? "value" : "init");
  if (!value) return [];
  const { start, end } = value;
  const isNumber = value.type === "BinaryExpression" || typeof value.value === "number";
  if (/^lease|lockedUntil/i.test(name) && isNumber)
    return [{ start, end, text: "0", kind: "end a lease", guard: "lease" }];
  const isMade = value.type === "CallExpression" && /^(newId|randomUUID)$/.test(calledName(value));
  if (/token$/i.test(name) && isMade)
    return [{ start, end, text: SAME_TOKEN, kind: "share a token", guard: "token" }];
  return [];
}

function isStatus(node: Syntax, parent: Syntax | null): boolean {
  if (typeof node.value !== "string" || !STATUS.test(node.value) || !parent) return false;
  const isTypeAsked = part(parent, "left")?.operator === "typeof";
  if (parent.type === "BinaryExpression")
    return part(parent, "right") === node && parent.operator !== "in" && !isTypeAsked;
  return (
    parent.type === "Property" &&
    part(parent, "value") === node &&
    STATUS_KEYS.test(nameOf(part(parent, "key")))
  );
}

/** What the file compares with, sorted. */
function statusWords(program: Syntax): string[] {
  const words = new Set<string>();
  walk(program, (node, parents) => {
    if (isStatus(node, parents.at(-1) ?? null)) words.add(String(node.value));
  });
  return [...words].sort();
}
