// A shop on disk, like a running one: for backups, which read its files.
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { inject } from "vitest";
import { openEmbeddedDatabase, openPostgresDatabase } from "#server/db/database.ts";
import { newPostgresUrl } from "#test/database/own-postgres.ts";
import { unpackImage } from "#test/database/unpack-image.ts";
import { createTestShop, type TestShop } from "./shop.ts";

/** A disk that flushes instantly, if the system has one. */
const MEMORY = "/dev/shm";

/** `folder`: its DATA_DIR. `closeAll` removes it. */
export type RunningShop = TestShop & { folder: string; closeAll: () => Promise<void> };

export async function createRunningShop(variables: Record<string, string> = {}): Promise<RunningShop> {
  const folder = mkdtempSync(path.join(existsSync(MEMORY) ? MEMORY : tmpdir(), "shop-running-"));
  const origin = inject("testDatabase");
  const url = origin.kind === "postgres" ? await newPostgresUrl() : null;
  if (origin.kind === "embedded") await unpackImage(origin.image, path.join(folder, "database"));
  const database =
    url === null ? await openEmbeddedDatabase(folder, () => {}) : await openPostgresDatabase(url);
  const env = { DATA_DIR: folder, ...(url === null ? {} : { DATABASE_URL: url }), ...variables };
  const store = await createTestShop({ database, env });
  return {
    ...store,
    folder,
    closeAll: async () => {
      await store.close();
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
