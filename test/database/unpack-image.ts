import { createReadStream } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { extract } from "tar-stream";

/** Unpacks the image of a migrated database (migrated-image.ts) into the new folder `home`. */
export async function unpackImage(image: string, home: string): Promise<void> {
  const entries = extract();
  const feeding = pipeline(createReadStream(image), entries);
  for await (const entry of entries) {
    const place = path.join(home, entry.header.name);
    const isFolder = entry.header.type === "directory";
    await mkdir(isFolder ? place : path.dirname(place), { recursive: true, mode: 0o700 });
    if (isFolder) entry.resume();
    else await writeFile(place, Readable.from(entry), { mode: 0o600 });
  }
  await feeding;
}
