// A net that could not go on says nothing about a mutant: it is no kill.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { expect, test } from "vitest";
import { judge } from "./judge.ts";
import type { Mutant } from "./mutant.ts";
import { NetBroken } from "./nets/baseline.ts";
import type { Net } from "./nets/nets.ts";
import { toldOf } from "./nets/schedules-told.ts";
import { type Verdict, verdictOf } from "./nets/verdict.ts";

const root = path.join(import.meta.dirname, "../..");
const mutant: Mutant = {
  id: "a",
  area: "sql",
  file: "a.sql",
  place: "a",
  kind: "drop a lock",
  guard: null,
  start: 0,
  end: 1,
  text: "",
};

test("only a broken rule kills: any other exit code of a harness means that it could not tell", () => {
  const verdict = (code: number | null, output = "BROKEN seed 3") =>
    verdictOf({ code, isOverTime: false, output }, 1_000).is;
  expect(verdict(0)).toBe("alive");
  expect(verdict(1)).toBe("killed");
  expect(verdict(3)).toBe("unable");
  expect(verdict(null)).toBe("unable");
  expect(verdict(3, "syntax error at or near")).toBe("invalid");
});

test("the interleaving program says by its exit code that it could not go on", () => {
  const parameters = ["--disable-warning=ExperimentalWarning", "programs/interleaving/main.ts"];
  // Without a folder for it, no server starts.
  const env = { ...process.env, TMPDIR: path.join(root, "no-such-folder") };
  const { status, stderr } = spawnSync(process.execPath, parameters, { cwd: root, env, encoding: "utf8" });
  expect(stderr).toMatch(/^The harness does not start: /);
  expect(status).toBe(3);
  expect(verdictOf({ code: status, isOverTime: false, output: stderr }, 1_000).is).toBe("unable");
});

test("so does the simulation by what it tells", async () => {
  const violation = { rule: "I4", detail: "I4: stock is 1, the shelf says 2" };
  expect(await toldOf(async () => [{ seed: 7, violation }])).toEqual({
    is: "ran",
    broken: { rule: violation.detail, seed: 7 },
  });
  expect(await toldOf(async () => [])).toEqual({ is: "ran", broken: null });
  expect(await toldOf(() => Promise.reject(new Error("the engine is closed")))).toEqual({
    is: "unable",
    why: "a schedule ended with Error: the engine is closed",
  });
});

test("the next net decides, after the one that could not tell was tried on the clean code", async () => {
  const said: string[] = [];
  const result = await judge(judging(said, { is: "killed", by: "a test" }, null), mutant, "x");
  expect(result).toMatchObject({ status: "killed", net: "second", by: "a test" });
  expect(said).toEqual(["change", "first", "second", "undo", "first clean"]);
});

test("nobody else notices: it survives, and says which net could not tell", async () => {
  const result = await judge(judging([], { is: "alive" }, null), mutant, "x");
  expect(result).toMatchObject({ status: "survived", net: "second", by: "first could not tell: no server" });
});

test("a net that fails on the clean code as well stops the run", async () => {
  const judged = judge(judging([], { is: "killed", by: "a test" }, "no server"), mutant, "x");
  await expect(judged).rejects.toThrow(NetBroken);
});

test("what runs out of time on a busy machine meets the net again, with the time that the clean code takes now", async () => {
  const said: string[] = [];
  const slow = judging(said, { is: "timeout", by: "no end within 60 s" }, null);
  const [, second] = slow.nets.of(mutant);
  const asked: (number | undefined)[] = [];
  const net: Net = {
    ...second!,
    seconds: 0,
    meet: async (seconds) => {
      asked.push(seconds);
      return seconds === undefined ? { is: "timeout", by: "no end within 60 s" } : { is: "alive" };
    },
  };
  const result = await judge({ ...slow, nets: { ...slow.nets, of: () => [net] } }, mutant, "x");
  expect(result).toMatchObject({ status: "survived", net: "second" });
  expect(said).toEqual(["change", "undo", "second clean", "change", "undo"]);
  expect(asked).toEqual([undefined, expect.any(Number)]);
});

test("tests that had not run on the clean code kill once they pass there", async () => {
  const said: string[] = [];
  const killing = (clean: string | null) => {
    const judged = judging(said, { is: "killed", by: "a test" }, clean);
    const [, second] = judged.nets.of(mutant);
    return { ...judged, nets: { ...judged.nets, of: () => [{ ...second!, seconds: Infinity }] } };
  };
  expect(await judge(killing(null), mutant, "x")).toMatchObject({ status: "killed", by: "a test" });
  expect(said).toEqual(["change", "second", "undo", "second clean"]);
  await expect(judge(killing("it fails"), mutant, "x")).rejects.toThrow(NetBroken);
});

test("what runs out of time although the clean code does not is killed by it", async () => {
  const said: string[] = [];
  const result = await judge(judging(said, { is: "timeout", by: "no end within 60 s" }, null), mutant, "x");
  expect(result).toMatchObject({ status: "timeout", net: "second", by: "no end within 60 s" });
  expect(said.filter((what) => what === "second")).toHaveLength(1);
});

function judging(said: string[], second: Verdict, clean: string | null): Parameters<typeof judge>[0] {
  const net = (name: string, verdict: Verdict): Net => ({
    name,
    seconds: 1,
    meet: async () => {
      said.push(name);
      return verdict;
    },
    runClean: async () => {
      said.push(`${name} clean`);
      return clean;
    },
  });
  return {
    tree: {
      folder: "/copy",
      change: () => {
        said.push("change");
        return () => said.push("undo");
      },
    },
    nets: {
      of: () => [net("first", { is: "unable", by: "no server" }), net("second", second)],
      settle: async () => {},
    },
  };
}
