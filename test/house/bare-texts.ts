// Browsers translate a page by replacing its text nodes with elements. React does not know: if it then inserts an
// element or a text before such a node, or removes the node, the whole page breaks (react/react#11538). So in JSX
// nothing is added or removed next to a bare text, and no bare text next to anything: it is in an element.
import { parseSync } from "vite";

type Node = { type: string; start: number; [field: string]: unknown };

/** Violations as "file:line". */
export function bareTextPlaces(file: string, source: string): string[] {
  const places: string[] = [];
  const drawn = new Set(
    [...source.matchAll(/const (\w+) = (?:\(\s*|[^=;?]+\?\s*)?</g)].map(([, name]) => name ?? ""),
  );
  const visit = (value: unknown) => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (typeof value !== "object" || value === null) return;
    const node = value as Node;
    if (/^JSX(Element|Fragment)$/.test(node.type) && isAtRisk(node, drawn))
      places.push(`${file}:${source.slice(0, node.start).split("\n").length}`);
    for (const field of Object.values(node)) visit(field);
  };
  visit(parseSync(file, source).program);
  return places;
}

/** The kinds of node that a child may render. */
type Kind = "text" | "element" | "nothing";

/** `drawn`: names of earlier elements in the file. */
function isAtRisk({ type, children }: Node, drawn: Set<string>): boolean {
  const kinds = (children as Node[])
    .map((child) => kindsOf(child, drawn))
    .filter((known) => known.size > 1 || !known.has("nothing"));
  // A fragment's children are added and removed one by one.
  if (type === "JSXFragment") return kinds.some((own) => own.has("text"));
  return kinds.some((own, at) => {
    if (own.size === 1) return false;
    const others = kinds.filter((_, other) => other !== at);
    return own.has("text") ? others.length > 0 : others.some((other) => other.has("text"));
  });
}

const only = (...kinds: Kind[]) => new Set<Kind>(kinds);

/** The kind of an expression is a guess: a value is text, a list or a render call is not. */
function kindsOf(node: Node, drawn: Set<string>): Set<Kind> {
  const of = (part: unknown) => kindsOf(part as Node, drawn);
  switch (node.type) {
    case "JSXText":
      return only(String(node.value).trim() ? "text" : "nothing");
    case "JSXExpressionContainer":
      return of(node.expression);
    case "Literal":
      return only(typeof node.value === "string" && node.value.trim() ? "text" : "nothing");
    case "LogicalExpression":
      return new Set([...(node.operator === "&&" ? only("nothing") : of(node.left)), ...of(node.right)]);
    case "ConditionalExpression": {
      const kinds = new Set([...of(node.consequent), ...of(node.alternate)]);
      // Of two elements, one is removed and one added.
      return kinds.has("element") ? kinds.add("nothing") : kinds;
    }
    case "JSXFragment": {
      const kinds = (node.children as Node[]).map(of).filter((known) => known.has("text"));
      return only(kinds.length > 0 ? "text" : "element");
    }
    case "TemplateLiteral":
    case "MemberExpression":
      return only("text");
    case "Identifier":
      return only(drawn.has(String(node.name)) ? "element" : "text");
    case "CallExpression": {
      const { name, property } = node.callee as { name?: string; property?: { name?: string } };
      const draws = (node.arguments as Node[]).some(({ type }) => type.startsWith("JSX"));
      return only(draws || name === "children" || property?.name === "map" ? "element" : "text");
    }
    case "JSXEmptyExpression":
      return only("nothing");
    default:
      return only("element");
  }
}
