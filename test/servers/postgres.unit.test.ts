import { expect, test } from "vitest";
import { freePort } from "./postgres.ts";

test("a machine without a free port gets an error instead of an endless search", async () => {
  await expect(freePort(async () => false)).rejects.toThrow("No free port was found");
});
