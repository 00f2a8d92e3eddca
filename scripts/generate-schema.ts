// Writes src/server/db/schema.gen.ts: the types of the migrated database, taken from a real PostgreSQL.
// `node scripts/generate-schema.ts --check` only compares and fails on a difference.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { openPostgresDatabase } from "#server/db/database.ts";
import { migrate } from "#server/db/migrate.ts";
import { startPostgres } from "#test/servers/postgres.ts";
import { readCommandLine } from "../programs/command-line.ts";

const root = path.join(import.meta.dirname, "..");
const target = path.join(root, "src/server/db/schema.gen.ts");

const { values } = readCommandLine("npm run schema [-- --check]", {
  options: { check: { type: "boolean", default: false } },
});
const server = await startPostgres();
try {
  const database = await openPostgresDatabase(server.url("postgres"));
  await migrate(database.db);
  await database.close();
  const output = values.check ? path.join(root, "node_modules/.cache-schema.gen.ts") : target;
  execFileSync(
    process.execPath,
    [
      path.join(root, "node_modules/kysely-codegen/dist/cli/bin.js"),
      "--dialect=postgres",
      `--url=${server.url("postgres")}`,
      `--out-file=${output}`,
      "--exclude-pattern=kysely_*",
      "--log-level=error",
    ],
    { stdio: "inherit" },
  );
  if (output !== target && readFileSync(output, "utf8") !== readFileSync(target, "utf8")) {
    console.error("src/server/db/schema.gen.ts does not match the migrations: run npm run schema");
    process.exitCode = 1;
  }
} finally {
  await server.stop();
}
