import { describe, expect, test } from "vitest";
import { applyMutant } from "../mutant.ts";
import { sqlChanges } from "./sql-changes.ts";
import { readTokens } from "./tokens.ts";

const FILE = "db/functions/claim-things.sql";

/** Each mutant of a piece of SQL as "kind: text". */
function mutants(source: string): string[] {
  return sqlChanges(source, FILE).map((change) => `${change.kind}: ${applyMutant(source, change)}`);
}

/** "<key>" stands for the `key` of a template in TypeScript. */
const withHoles = (text: string) => text.replace(/<(key|state)>/g, "$\u007b$1}");

describe("tokens of SQL", () => {
  test("a part of a template is one operand, with braces, templates and texts in it", () => {
    const hole = '$\u007bsql.join(words.map((word) => sql`$\u007bword} like $\u007b"}"}`))}';
    expect(readTokens(`a = ${hole} and b`).map(({ text }) => text)).toEqual(["a", "=", hole, "and", "b"]);
  });

  test("comments and texts hide what they say", () => {
    const words = readTokens("select 'for update' -- for update\n/* for update */ from t").map(
      ({ text }) => text,
    );
    expect(words).toEqual(["select", "'for update'", "from", "t"]);
  });
});

describe("mutants of SQL", () => {
  test.each([
    ["select 1 from a where id = 1 for update", "drop a lock: select 1 from a where id = 1 "],
    ["select 1 from a order by id for no key update", "drop a lock: select 1 from a order by id "],
    ["select 1 from a for update of a skip locked", "drop a lock: select 1 from a "],
    ["select 1 from a for update skip locked", "wait instead of skip locked: select 1 from a for update "],
    ["select pg_advisory_xact_lock(7, <key>)", "drop an advisory lock: select null"],
    [
      "update a set locked_until = p_now + p_lease",
      "a lease that is over at once: update a set locked_until = p_now",
    ],
    ["delete from a where b = 1", "drop a condition: delete from a where true"],
    ["select 1 from a where b = 1 and c > 2", "drop a condition: select 1 from a where true and c > 2"],
    [
      "select 1 from a where (b is null or b < 2)",
      "drop a condition: select 1 from a where (false or b < 2)",
    ],
    ["select 1 from a where b < 2", "swap a comparison: select 1 from a where b <= 2"],
    ["select 1 from a where b between 1 and 2 and c", "drop a condition: select 1 from a where true and c"],
    ["select 1 from a where b is not null", "negate a comparison: select 1 from a where b is null"],
    ["update a set b = 1, c = 2 where d", "drop an assignment: update a set b = 1 where d"],
    ["insert into a values (1) on conflict do nothing", "drop an on conflict: insert into a values (1) "],
    [
      "select 1 from a where b in ('paid', 'failed')",
      "drop a status: select 1 from a where b in ( 'failed')",
    ],
    ["update a set b = 'paid' where b = 'open'", "change a status: update a set b = 'open' where b = 'open'"],
    ["update a set b = c + 1", "swap + and -: update a set b = c - 1"],
    [
      "select case when a then 1 end from b where c = 2",
      "drop a condition: select case when a then 1 end from b where true",
    ],
    ["o.state = <state>", "swap a comparison: o.state <> <state>"],
  ])("%s → %s", (source, mutant) => {
    expect(mutants(withHoles(source))).toContain(withHoles(mutant));
  });

  test("a body loses a statement, a branch, a trigger", () => {
    const source = `create function f() returns void language plpgsql as $$
begin
  if a > 1 then
    x := 1;
    perform g();
  end if;
  return x;
end $$;
create trigger t after insert on a for each row execute function f();`;
    const told = sqlChanges(source, FILE).map(
      ({ kind, start, end }) => `${kind}: ${source.slice(start, end)}`,
    );
    expect(told).toContain("drop a statement: x := 1;");
    expect(told).toContain("drop a statement: perform g();");
    expect(told).toContain("empty a branch: x := 1;\n    perform g();");
    expect(told).toContain(
      "drop a trigger: create trigger t after insert on a for each row execute function f();",
    );
    expect(told).not.toContain("drop a statement: return x;");
  });

  test("leases and tokens are marked", () => {
    const source =
      "update a set b = 1, lock_token = null where locked_until < now() and lock_token = p_token";
    const guards = sqlChanges(source, FILE).flatMap(({ guard, kind }) =>
      guard ? [`${guard}: ${kind}`] : [],
    );
    expect(guards).toContain("lease: drop a condition");
    expect(guards).toContain("token: drop a condition");
    expect(guards).toContain("token: drop an assignment");
  });
});
