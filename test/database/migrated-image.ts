// A migrated, empty embedded database as a file. Making one takes longer than most test files, so it is made once for
// these migrations, functions, and engine, and stored with the other caches.
import { createHash } from "node:crypto";
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { embeddedDatabase } from "#server/db/database.ts";
import { openInMemory } from "#server/db/embedded.ts";
import { migrate } from "#server/db/migrate.ts";

const root = path.join(import.meta.dirname, "../..");
const folder = path.join(root, "node_modules/.cache/migrated-images");
/** Everything that determines the content of an image. */
const SOURCES = ["db/**/*.sql", "src/server/db/{embedded,functions,migrate}.ts", "package-lock.json"];

/** The image's path. If several processes make it at the same time, the last one wins. */
export async function migratedImage(): Promise<string> {
  const hash = createHash("sha256");
  for (const file of globSync(SOURCES, { cwd: root }).sort())
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(root, file)))
      .update("\0");
  const name = `${hash.digest("hex").slice(0, 24)}.tar`;
  const image = path.join(folder, name);
  if (existsSync(image)) return image;
  mkdirSync(folder, { recursive: true });
  for (const old of readdirSync(folder).filter((each) => each.endsWith(".tar") && each !== name))
    rmSync(path.join(folder, old), { force: true });
  const lite = await openInMemory();
  const database = embeddedDatabase(lite);
  await migrate(database.db);
  // The engine in memory commits without writing: only this writes everything to the files.
  await database.pool.query("checkpoint");
  const half = `${image}.${process.pid}`;
  writeFileSync(half, Buffer.from(await (await lite.dumpDataDir("none")).arrayBuffer()));
  await database.close();
  renameSync(half, image);
  return image;
}
