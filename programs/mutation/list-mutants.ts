// All mutants of the shop: those of db/functions, of the mutated rooms, and of the locks everywhere.
import { readFileSync } from "node:fs";
import path from "node:path";
import { listFiles } from "./areas.ts";
import { type Change, type Mutant, mutantsOf } from "./mutant.ts";
import { sqlChanges } from "./sql/sql-changes.ts";
import { ownChanges } from "./typescript/own-changes.ts";
import { strykerChanges } from "./typescript/stryker-changes.ts";
import { calledName, part, placesOf, readSyntax, type Syntax, walk } from "./typescript/syntax.ts";

export type MutantList = { mutants: Mutant[]; sources: Map<string, string> };

export async function listMutants(root: string): Promise<MutantList> {
  const files = listFiles(root);
  const sources = new Map(
    [...files.keys()].map((file) => [file, readFileSync(path.join(root, file), "utf8")]),
  );
  const whole = new Map(
    [...sources].filter(([file]) => files.get(file) !== "elsewhere" && file.endsWith(".ts")),
  );
  const found = await strykerChanges(whole);
  const mutants: Mutant[] = [];
  for (const [file, source] of sources) {
    const area = files.get(file) ?? "elsewhere";
    if (file.endsWith(".sql")) {
      const changes = sqlChanges(source, file);
      const name = path.basename(file, ".sql").replaceAll("-", "_");
      mutants.push(...mutantsOf({ file, source, area, placeOf: () => name }, onlyIn(area, changes)));
    } else {
      const program = readSyntax(file, source);
      const changes = [...(found.get(file) ?? []), ...ownChanges(file, source, program)];
      const counted = changes.filter(isCounted(program));
      const placeOf = placesOf(program);
      mutants.push(...mutantsOf({ file, source, area, placeOf }, onlyIn(area, counted)));
    }
  }
  return { mutants, sources };
}

function onlyIn(area: string, changes: Change[]): Change[] {
  return area === "elsewhere" ? changes.filter(({ guard }) => guard !== undefined) : changes;
}

/** Log lines decide nothing, and the text of an error is not a rule. */
function isCounted(program: Syntax): (change: Change) => boolean {
  const left: Syntax[] = [];
  walk(program, (node, parents) => {
    const parent = parents.at(-1);
    const isError = node.type === "NewExpression" && parent?.type === "ThrowStatement";
    if (isError || (node.type === "IfStatement" && decidesLogAlone(node))) left.push(node);
    // With its await and semicolon.
    if (node.type === "CallExpression" && isLog(node))
      left.push(parents.findLast(({ type }) => type === "ExpressionStatement") ?? node);
  });
  return ({ start, end }) => !left.some((node) => node.start <= start && end <= node.end);
}

/** `if (stood) log.info(…); else log.warn(…);` */
function decidesLogAlone(node: Syntax): boolean {
  const branches = [part(node, "consequent"), part(node, "alternate")].filter((branch) => branch !== null);
  return branches.every((branch) => {
    const call = part(branch, "expression");
    return branch.type === "ExpressionStatement" && call?.type === "CallExpression" && isLog(call);
  });
}

function isLog(call: Syntax): boolean {
  const callee = part(call, "callee");
  const object = part(callee, "object");
  const property = object?.type === "MemberExpression" ? part(object, "property") : object;
  return property?.name === "log" && /^(info|warn|error|debug)$/.test(calledName(call));
}
