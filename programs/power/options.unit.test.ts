import { expect, test } from "vitest";
import { readOptions } from "./options.ts";

test("a cut that is none of the run's is refused, for nothing would be cut and nothing lost", () => {
  expect(readOptions(["--only", "999"])).toBe("--only is one of the 200 cuts, 0 to 199, not 999");
  expect(readOptions(["--cuts", "3", "--only", "3"])).toContain("0 to 2");
  expect(readOptions(["--disk", "ext4", "--only", "1"])).toContain("simulated disk");
  expect(readOptions(["--cuts", "0"])).toBe("--cuts is at least 1");
});

test("the last cut of a run may be looked at", () => {
  expect(readOptions(["--cuts", "3", "--only", "2"])).toEqual({ cuts: 3, seed: 1, only: 2, disk: null });
});
