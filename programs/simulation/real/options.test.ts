import { expect, test } from "vitest";
import { type Options, readOptions, whyNoServer } from "./options.ts";

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

test("without PostgreSQL's programs it says what to install, or what runs without them", () => {
  const why = (...args: string[]) => whyNoServer(readOptions(["--real", ...args]) as Options, () => null);
  expect(why()).toMatch(/install Debian's package postgresql, or run --database embedded/);
  expect(why("--kills", "0")).not.toBeNull();
  expect(why("--database", "embedded")).toBeNull();
});
