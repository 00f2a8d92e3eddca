import { expect, test } from "vitest";
import { applyMutant, mutantsOf } from "../mutant.ts";
import { ownChanges } from "./own-changes.ts";
import { strykerChanges } from "./stryker-changes.ts";
import { placesOf, readSyntax } from "./syntax.ts";

const FILE = "src/server/things/things.ts";

function mutants(source: string): string[] {
  return ownChanges(FILE, source, readSyntax(FILE, source)).map(
    (change) => `${change.kind}: ${applyMutant(source, change)}`,
  );
}

/** "<id>" stands for the `id` of a template. */
const withHoles = (text: string) => text.replace(/<(id|b)>/g, "$\u007b$1}");

test.each([
  ["await send(mail);", "drop an await: void send(mail);"],
  ["await send(mail);", "drop a call: ;"],
  ["if (late) throw new Error('late');", "drop a throw: if (late) ;"],
  ["query.where('id', '=', id).forUpdate();", "drop a forUpdate: query.where('id', '=', id);"],
  ["query.where('id', '=', id).forShare();", "drop a forShare: query.where('id', '=', id);"],
  ["query.where('id', '=', id).execute();", "drop a where: query.execute();"],
  ["retrying(() => settle());", "drop a retry: (() => settle())();"],
  ["inTransaction(shop, work);", "drop a transaction: Promise.resolve((work)(shop.db as never));"],
  ["const queue = { leaseSeconds: 3 * MINUTE };", "end a lease: const queue = { leaseSeconds: 0 };"],
  ["const token = shop.newId();", 'share a token: const token = "00000000-0000-4000-8000-000000000000";'],
  [
    "lock.exec('pragma a = b; begin exclusive');",
    "drop an exclusive lock: lock.exec('pragma a = b; begin');",
  ],
  [
    "a({ state: 'open' }); if (b.state === 'paid') c();",
    "change a status: a({ state: \"paid\" }); if (b.state === 'paid') c();",
  ],
  ["sql`select 1 from a where id = <id> for update`;", "drop a lock: sql`select 1 from a where id = <id> `;"],
  ["sql<{ a: 1 }>`o.a = <b>`;", "swap a comparison: sql<{ a: 1 }>`o.a <> <b>`;"],
])("%s → %s", (source, mutant) => {
  expect(mutants(withHoles(source))).toContain(withHoles(mutant));
});

test("Stryker's mutants are found at their places", async () => {
  const source = "export function isLate(at: number): boolean {\n  return at < 3 && !isPaid();\n}\n";
  const found = await strykerChanges(new Map([[FILE, source]]));
  const told = (found.get(FILE) ?? []).map((change) => applyMutant(source, change).split("\n")[1]?.trim());
  expect(told).toContain("return at <= 3 && !isPaid();");
  expect(told).toContain("return at < 3 || !isPaid();");
  expect(told).toContain("return at < 3 && isPaid();");
  expect(told).toContain("return true;");
});

test("an id stays when the file changes elsewhere, and names the function", () => {
  const source = "async function send() {\n  await a();\n  await a();\n}\n";
  const idsOf = (text: string) => {
    const program = readSyntax(FILE, text);
    const file = { file: FILE, source: text, area: "edges" as const, placeOf: placesOf(program) };
    return mutantsOf(file, ownChanges(FILE, text, program)).map(({ id }) => id);
  };
  const ids = idsOf(source);
  expect(new Set(ids).size).toBe(4);
  expect(ids[0]).toMatch(/^src\/server\/things\/things\.ts:send:drop-/);
  expect(idsOf(`const one = 1;\n\n${source}`)).toEqual(ids);
});
