// What a first start would do before it serves: makes the embedded database and fills a demo with the sample catalog.
// `npm start` runs it while the pages are built, on the core that a build leaves idle. It does nothing where there is
// a database already, so an upgrade whose build fails has changed nothing. Each of its steps may be cut off or fail:
// the start that follows does what is missing, and says what is wrong.
import { existsSync } from "node:fs";
import path from "node:path";
import { parseEnvironment } from "#server/core/env.ts";
import { makeFilesPrivate } from "../private-folder.ts";

makeFilesPrivate();
const environment = parseEnvironment(process.env);
if (environment.ok && isNew(environment.value)) {
  const { openShop } = await import("../open-shop.ts");
  const { fillEmptyShop } = await import("./fill-empty-shop.ts");
  const { shop, close } = await openShop(environment.value, { role: "command" });
  try {
    await fillEmptyShop(shop);
  } finally {
    await close();
  }
}

function isNew({ databaseUrl, dataDir }: { databaseUrl: string | null; dataDir: string }): boolean {
  return databaseUrl === null && !existsSync(path.join(dataDir, "database"));
}
