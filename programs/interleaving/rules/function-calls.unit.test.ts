import { expect, test } from "vitest";
import { HarnessError } from "../problems.ts";
import { callsOf, readSignatures } from "./function-calls.ts";
import { checkLeaseFunctions } from "./work-history.ts";

const signatures = new Map([["finish_mail", ["p_id", "p_token", "p_now"]]]);
const now = new Date(0);

test("one call has one value per parameter", () => {
  const text = "select finish_mail($2, $1::uuid, $3) as stood";
  const [call, ...others] = callsOf("finish_mail", { text, values: ["t", 7, now] }, signatures);
  expect(Object.fromEntries(call ?? [])).toEqual({ p_id: 7, p_token: "t", p_now: now });
  expect(others).toEqual([]);
});

test("a call per element of the arrays", () => {
  const text = `select id, finish_mail(id, token, $1) as stood
    from unnest($2::bigint[], $3::uuid[]) as mail(id, token)`;
  const calls = callsOf("finish_mail", { text, values: [now, ["1", "2"], ["a", "b"]] }, signatures);
  expect(calls.map((call) => [call.get("p_id"), call.get("p_token"), call.get("p_now")])).toEqual([
    ["1", "a", now],
    ["2", "b", now],
  ]);
});

test("an interval is read in milliseconds", () => {
  const text = "select * from claim(make_interval(secs => $1), 5)";
  const [call] = callsOf("claim", { text, values: [20] }, new Map([["claim", ["p_lease", "p_limit"]]]));
  expect(Object.fromEntries(call ?? [])).toEqual({ p_lease: 20_000, p_limit: 5 });
});

test.each([
  "select finish_mail(id, token, $1) from mails",
  "select finish_mail($1)",
  "select finish_mail($1, $1, $1), finish_mail($1, $1, $1)",
  "select finish_mail from x",
  "select finish_mail(lower($1), $1, $1)",
])("%s is refused", (text) => {
  expect(() => callsOf("finish_mail", { text, values: [now] }, signatures)).toThrow(HarnessError);
});

test("a statement that does not name the function has no call of it", () => {
  expect(callsOf("finish_mail", { text: "select 1", values: undefined }, signatures)).toEqual([]);
});

test("every function of the shop that takes a lease's token has a rule", async () => {
  expect(() => checkLeaseFunctions(new Map([["end_it", ["p_token"]]]))).toThrow(HarnessError);
  checkLeaseFunctions(await readSignatures());
});
