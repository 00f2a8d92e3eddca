// Stripe's request bodies: form-encoded, nesting by brackets (`shipping[address][city]`, `expand[]`, `items[0][id]`).
// Trees have no prototype and bounded depth and size, so a hostile name cannot reach anything.
import { invalidRequest } from "./api-error.ts";

export type FormTree = { [name: string]: string | FormTree };

const DEPTH_MAX = 8;
const FIELDS_MAX = 1000;

const emptyTree = (): FormTree => Object.create(null) as FormTree;

/** Splits `a[b][c]` into its parts; a name without well-formed brackets is one part. */
function splitName(name: string): string[] {
  const bracket = name.indexOf("[");
  if (bracket <= 0 || !name.endsWith("]")) return [name];
  return [name.slice(0, bracket), ...name.slice(bracket + 1, -1).split("][")];
}

export function parseFormBody(text: string): FormTree {
  const root = emptyTree();
  let fields = 0;
  for (const [name, value] of new URLSearchParams(text)) {
    fields += 1;
    if (fields > FIELDS_MAX) throw invalidRequest("Too many parameters.");
    const parts = splitName(name);
    if (parts.length > DEPTH_MAX) throw invalidRequest(`Parameter nested too deep: ${name}`, undefined, name);
    place(root, parts, value, name);
  }
  return root;
}

function place(root: FormTree, parts: string[], value: string, name: string) {
  let tree = root;
  for (const [index, part] of parts.entries()) {
    const key = part === "" ? String(Object.keys(tree).length) : part;
    if (index === parts.length - 1) {
      if (tree[key] !== undefined) throw invalidRequest(`Duplicate parameter: ${name}`, undefined, name);
      tree[key] = value;
      return;
    }
    const next = tree[key] ?? emptyTree();
    if (typeof next === "string") throw invalidRequest(`Invalid parameter: ${name}`, undefined, name);
    tree[key] = next;
    tree = next;
  }
}
