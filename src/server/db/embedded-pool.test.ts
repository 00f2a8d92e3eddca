import { expect, test } from "vitest";
import { embeddedDatabase } from "./database.ts";
import { openInMemory } from "./embedded.ts";

test("the folder of an embedded database is free for another process only once its engine has ended", async () => {
  const lite = await openInMemory();
  let wasClosed = false;
  const { close } = embeddedDatabase(lite, () => {
    wasClosed = lite.closed;
  });
  await close();
  expect(wasClosed).toBe(true);
});
