// The syntax tree of a TypeScript file, as the bundler's own parser gives it, and a walk over it.
import { parseSync } from "vite";

export type Syntax = { type: string; start: number; end: number; [part: string]: unknown };

/** Throws for a file that does not parse. */
export function readSyntax(file: string, source: string): Syntax {
  const { program, errors } = parseSync(file, source);
  if (errors[0] || !isSyntax(program)) throw new Error(`${file} does not parse: ${errors[0]?.message}`);
  return program;
}

export function isSyntax(value: unknown): value is Syntax {
  return typeof value === "object" && value !== null && "type" in value && "start" in value && "end" in value;
}

/** Parents before children; `parents` from the file down. */
export function walk(
  node: Syntax,
  visit: (node: Syntax, parents: readonly Syntax[]) => void,
  parents: readonly Syntax[] = [],
): void {
  visit(node, parents);
  const below = [...parents, node];
  for (const part of Object.values(node))
    for (const child of Array.isArray(part) ? part : [part]) if (isSyntax(child)) walk(child, visit, below);
}

export function part(node: Syntax | null, name: string): Syntax | null {
  const value = node?.[name];
  return isSyntax(value) ? value : null;
}

export function parts(node: Syntax | null, name: string): Syntax[] {
  const value = node?.[name];
  return Array.isArray(value) ? value.filter(isSyntax) : [];
}

/** The name of an identifier, a property or a `#private`; "" for anything else. */
export function nameOf(node: Syntax | null): string {
  return typeof node?.name === "string" ? node.name : "";
}

/** The method that a call calls: "where" of `a.where(…)`, "retrying" of `retrying(…)`. */
export function calledName(node: Syntax): string {
  const callee = part(node, "callee");
  return nameOf(callee?.type === "MemberExpression" ? part(callee, "property") : callee);
}

/** Answers which function of the file a place is in; "file" outside of all. */
export function placesOf(program: Syntax): (offset: number) => string {
  const named: { start: number; end: number; name: string }[] = [];
  walk(program, (node) => {
    const holder = /^(FunctionDeclaration|VariableDeclarator|ClassDeclaration)$/.test(node.type)
      ? part(node, "id")
      : /^(MethodDefinition|PropertyDefinition)$/.test(node.type)
        ? part(node, "key")
        : null;
    const isFunction = node.type !== "VariableDeclarator" || /Function/.test(part(node, "init")?.type ?? "");
    if (holder && nameOf(holder) && isFunction)
      named.push({ start: node.start, end: node.end, name: nameOf(holder) });
  });
  return (offset) => {
    const around = named.filter(({ start, end }) => start <= offset && offset < end);
    return around.toSorted((a, b) => b.start - a.start)[0]?.name ?? "file";
  };
}
