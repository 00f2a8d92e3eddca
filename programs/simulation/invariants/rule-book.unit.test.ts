import { expect, test } from "vitest";
import { Reader, rulesOf } from "./rule-book.ts";

const head = "with paid as (select * from orders where total > $1),\n  pages as (select * from lists($4))\n";

test("a statement is split into its named queries and its rules", () => {
  const rules = ["select 'A', id from paid", "select 'B', id from a\n    union all select id from b"];
  expect(rulesOf(`${head}${rules.join("\nunion all\n")}`)).toEqual({ head, rules });
});

test("a rule reads the tables in its own text, and in the functions and queries that it names", () => {
  const reader = new Reader(
    ["orders", "items", "holds", "mails"],
    [
      { name: "paid", source: "select * from orders where total > $1" },
      { name: "left_of", source: "begin return (select 1 from items) - held_of(1); end" },
      { name: "held_of", source: "select left_of(1) from holds" },
    ],
  );
  const { tables, parameters } = reader.read("select 'A', left_of(id) from paid where id <> $2");
  expect([...tables].sort()).toEqual(["holds", "items", "orders"]);
  expect([...parameters].sort()).toEqual([1, 2]);
});
