import { expect, test } from "vitest";
import { freePort } from "./postgres.ts";

test("a machine without a free port is told so, instead of being asked forever", async () => {
  await expect(freePort(async () => false)).rejects.toThrow("No free port was found");
});
