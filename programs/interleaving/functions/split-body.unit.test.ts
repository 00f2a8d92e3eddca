import { expect, test } from "vitest";
import { readFunctionFiles } from "#server/db/functions.ts";
import { instrument, PROCESS_NUMBER } from "./instrument.ts";
import { splitBody } from "./split-body.ts";

const BODY = `
declare
  was integer := (select 1);
begin
  -- if this; were a statement
  perform 'a;b', "c;d", $x$ e; $x$;
  if was = case when true then 1 else (2) end then
    update a set b = 1;
  elsif exists (select 1) then
    null;
  else
    for r in select * from t loop
      while r > 1 loop delete from t; end loop;
    end loop;
  end if;
  return was;
end `;

test("a body is divided into its statements, and comments, quotes and a CASE of SQL are not taken for any", () => {
  expect(splitBody(BODY).map(({ text }) => text.replace(/\s+/g, " "))).toEqual([
    `perform 'a;b', "c;d", $x$ e; $x$`,
    "if was = case when true then 1 else (2) end",
    "update a set b = 1",
    "null",
    "for r in select * from t",
    "while r > 1",
    "delete from t",
    "return was",
  ]);
});

test.each([
  ["begin case x when 1 then null; end case; end", "case in its line 1"],
  ["begin\n begin null; end; end", "begin in its line 2"],
  ["begin null; exception when others then null; end", "exception in its line 1"],
  ["begin if a then null; end", "; instead of if"],
  ["begin update a", "no ;"],
])("what it does not know is refused and not passed over: %s", (body, problem) => {
  expect(() => splitBody(body)).toThrow(problem.replace("; instead of if", "instead of if"));
});

test("the stops of every function can be taken out again, and what is left is the function", async () => {
  const files = await readFunctionFiles();
  const names = files.map(({ name }) => name);
  for (const file of files) {
    const { text, stops } = instrument(file, names);
    const without = text
      .replace(/if weave\.step\('[\w:]+'\) then end if; /g, "")
      .replace(/perform weave\.step\('[\w:]+ row'\)/g, "perform 1");
    expect(without).toBe(file.text.replaceAll("pg_backend_pid()", PROCESS_NUMBER));
    expect(text.split("weave.step(").length - 1, file.name).toBe(stops ?? 0);
  }
  const settle = files.find(({ name }) => name === "settle_payment");
  expect(settle && instrument(settle, names).stops).toBeGreaterThan(5);
});

test("a function that is in no language that it knows stops the harness", () => {
  const file = { name: "f", text: "create function f() returns void language c as 'f'" };
  expect(() => instrument(file, [])).toThrow("f can't be instrumented");
});
