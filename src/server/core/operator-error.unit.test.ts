import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { freePort } from "#test/servers/postgres.ts";
import { explain, OperatorError, wordsOf } from "./operator-error.ts";

const thrownBy = async (work: () => unknown): Promise<unknown> => {
  try {
    await work();
  } catch (error) {
    return error;
  }
  throw new Error("Nothing was thrown.");
};
const refusedConnect = async () => {
  const port = await freePort();
  return new Promise((resolve) => connect(port, "127.0.0.1").once("error", resolve));
};

test("several attempts to connect, as to localhost, are reported one by one: together they have no message", () => {
  const tries = ["::1", "127.0.0.1"].map((host) => new Error(`connect ECONNREFUSED ${host}:5432`));
  expect(wordsOf(new AggregateError(tries))).toBe(
    "connect ECONNREFUSED ::1:5432; connect ECONNREFUSED 127.0.0.1:5432",
  );
  expect(wordsOf(new AggregateError(tries, "All of them failed"))).toBe("All of them failed");
});

test.each([
  ["an error without words", new TypeError(), "TypeError"],
  ["what is no error", "late", "late"],
])("%s is reported as it is", (_, error, words) => expect(wordsOf(error)).toBe(words));

test("a system error is reported by its message alone, like an error that an operator can fix", async () => {
  expect(explain(await thrownBy(() => readFileSync("/none/at/all")))).toBe(
    "ENOENT: no such file or directory, open '/none/at/all'",
  );
  expect(explain(await thrownBy(() => readFileSync("/")))).toMatch(/^EISDIR: .*$/);
  expect(explain(spawnSync("/none/at/all").error)).toMatch(/^spawnSync .* ENOENT$/);
  expect(explain(await refusedConnect())).toMatch(/^connect ECONNREFUSED 127\.\d.*$/);
  expect(explain(new OperatorError("The disk is full."))).toBe("The disk is full.");
});

test("a bug keeps its stack, also one in a statement that the database refuses", () => {
  const bug = Object.assign(new Error('relation "x" does not exist'), { code: "42P01", severity: "ERROR" });
  for (const error of [bug, new TypeError("undefined is not a function")]) {
    expect(explain(error)).toBe(error.stack);
  }
  expect(explain(new AggregateError([bug]))).toMatch(/^\s+at /m);
});
