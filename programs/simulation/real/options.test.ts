import { expect, test } from "vitest";
import { readOptions } from "./options.ts";

test("a run in which nothing is struck and nobody races is refused", () => {
  for (const given of [
    ["--kills", "0", "--shoppers", "0"],
    ["--kills", "0", "--kind", "web"],
    ["--kills", "0", "--database", "embedded"],
  ])
    expect(readOptions(["--real", ...given]), given.join(" ")).toContain("nothing is left to run");
});

test("one of both parts may be left out", () => {
  expect(readOptions(["--real", "--kills", "0"])).toMatchObject({ kills: 0, shoppers: 500 });
  expect(readOptions(["--real", "--shoppers", "0"])).toMatchObject({ kills: 100, shoppers: 0 });
  expect(readOptions(["--real", "--kills", "x"])).toBe("--kills is a whole number, not x");
});
