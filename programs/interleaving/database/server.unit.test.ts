import { expect, test } from "vitest";
import { HarnessError } from "../problems.ts";
import { startHarnessServer } from "./server.ts";

test("without PostgreSQL's programs it says which are missing and what to install", async () => {
  const started = startHarnessServer({ stops: true, findBinaries: () => null });
  await expect(started).rejects.toThrow(HarnessError);
  await expect(started).rejects.toThrow(
    "(initdb, postgres) are not on this machine: install Debian's package postgresql",
  );
});
