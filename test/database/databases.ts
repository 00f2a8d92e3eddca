// Setup of the projects with a database: each makes one migrated original per run. Test files copy it: on PostgreSQL as
// the template of a new database, embedded as an image loaded into memory.
import type { TestProject } from "vitest/node";
import { openPostgresDatabase } from "#server/db/database.ts";
import { migrate } from "#server/db/migrate.ts";
import { startPostgres } from "#test/servers/postgres.ts";
import { migratedImage } from "./migrated-image.ts";

declare module "vitest" {
  export interface ProvidedContext {
    testDatabase: TestDatabase;
  }
}

export type TestDatabase =
  | { kind: "embedded"; image: string }
  | { kind: "postgres"; adminUrl: string; template: string };

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const isOnPostgres = ["postgres", "engines"].includes(project.name);
  return isOnPostgres ? setUpPostgres(project) : setUpEmbedded(project);
}

async function setUpPostgres(project: TestProject) {
  const server = await startPostgres();
  const template = "shop_template";
  const admin = await openPostgresDatabase(server.url("postgres"));
  await admin.pool.query(`create database ${template}`);
  await admin.close();
  const database = await openPostgresDatabase(server.url(template));
  await migrate(database.db);
  await database.close();
  project.provide("testDatabase", { kind: "postgres", adminUrl: server.url("postgres"), template });
  return server.stop;
}

async function setUpEmbedded(project: TestProject) {
  project.provide("testDatabase", { kind: "embedded", image: await migratedImage() });
  return async () => {};
}
