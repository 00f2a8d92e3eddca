// An S3-compatible store with one public bucket.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { untilListening } from "./pgbouncer.ts";
import { freePort } from "./postgres.ts";

const BUCKET = "pictures";

/** `variables`: the environment by which a shop uses it. */
export type S3Server = { variables: Record<string, string>; stop: () => Promise<void> };

export async function startS3Server(): Promise<S3Server> {
  const home = path.dirname(createRequire(import.meta.url).resolve("s3rver/package.json"));
  const folder = mkdtempSync(path.join(tmpdir(), "shop-s3-"));
  const port = await freePort();
  const parameters = [
    "-d",
    folder,
    "-a",
    "127.0.0.1",
    "-p",
    String(port),
    "--configure-bucket",
    BUCKET,
    "-s",
  ];
  const child = spawn(process.execPath, [path.join(home, "bin/s3rver.js"), ...parameters], {
    stdio: "ignore",
  });
  await untilListening(port);
  const endpoint = `http://127.0.0.1:${port}`;
  return {
    variables: {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY_ID: "S3RVER",
      S3_SECRET_ACCESS_KEY: "S3RVER",
      S3_PUBLIC_URL: `${endpoint}/${BUCKET}`,
    },
    stop: async () => {
      const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
      child.kill("SIGKILL");
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
