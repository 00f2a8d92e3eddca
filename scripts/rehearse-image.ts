// `node scripts/rehearse-image.ts`: carries out the Dockerfile's steps in a folder, on a machine without Docker, and
// starts the result like the image: its command, its variables, its user, its health check, a read-only file system,
// and a data folder. Steps for the operating system (apt-get, the data folder) are listed and skipped. If started by
// root, it switches to the image's user.
import { spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { commandOf, isIgnoredBy, parseDockerfile, type Stage, textsOf, variablesOf } from "./dockerfile.ts";

const root = path.join(import.meta.dirname, "..");
const scratch = mkdtempSync(path.join(tmpdir(), "shop-image-"));
const isIgnored = isIgnoredBy(readFileSync(path.join(root, ".dockerignore"), "utf8"));
const stages = parseDockerfile(readFileSync(path.join(root, "Dockerfile"), "utf8"));
const image = stages.at(-1);
const start = commandOf(textsOf(image, "CMD")[0]);
const healthCheck = commandOf(textsOf(image, "HEALTHCHECK")[0]);
const [uid = 0, gid = 0] = (textsOf(image, "USER")[0] ?? "").split(":").map(Number);
const isRoot = process.getuid?.() === 0;
const user = isRoot ? { uid, gid } : {};
const START_MS_MAX = 90_000;
/** Steps for the operating system, which a folder does not have. */
const NOT_HERE = /\bapt-get\b|\s\/data\b/;

try {
  chmodSync(scratch, 0o755);
  for (const stage of stages) carryOut(stage);
  await tryOut(folderOf(""));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function folderOf(stage: string): string {
  return path.join(scratch, stage || "image", "shop");
}

function carryOut(stage: Stage): void {
  const folder = folderOf(stage.name);
  mkdirSync(folder, { recursive: true });
  for (const { name, text } of stage.instructions) {
    if (name === "COPY") report(`${stage.name || "image"}: COPY ${text}`, copy(text, folder));
    else if (name === "RUN" && NOT_HERE.test(text)) console.log(`left out  RUN ${text}`);
    else if (name === "RUN") must(`${stage.name}: RUN ${text}`, ["sh", "-c", text], folder, buildVariables());
  }
}

function buildVariables(): Record<string, string | undefined> {
  return { ...process.env, PATH: `${path.dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin` };
}

/** Copies what a COPY names and returns its size in bytes. Like Docker, a folder's contents, without the folder. */
function copy(text: string, folder: string): number {
  const [, stage = null, paths = ""] = /^(?:--from=(\w+)\s+)?(.*)$/.exec(text) ?? [];
  const from = stage === null ? root : folderOf(stage);
  const names = paths.split(/\s+/);
  const target = path.join(folder, names.pop() ?? "");
  let bytes = 0;
  for (const name of names.flatMap((one) => globSync(one.replace(/^\/shop\//, ""), { cwd: from }))) {
    const isFolder = statSync(path.join(from, name)).isDirectory();
    const place = isFolder ? target : path.join(target, path.basename(name));
    const filter = (file: string) =>
      stage !== null || !lstatSync(file).isFile() || !isIgnored(path.relative(root, file));
    cpSync(path.join(from, name), place, { recursive: true, filter, verbatimSymlinks: true });
    bytes += sizeOf(place);
  }
  return bytes;
}

function sizeOf(place: string): number {
  const found = lstatSync(place, { throwIfNoEntry: false });
  if (!found) return 0;
  if (!found.isDirectory()) return found.size;
  return readdirSync(place).reduce((sum, name) => sum + sizeOf(path.join(place, name)), 0);
}

async function tryOut(shop: string): Promise<void> {
  report("everything in /shop", sizeOf(shop));
  const data = path.join(scratch, "data");
  mkdirSync(data, { mode: 0o700 });
  if (isRoot) chownSync(data, uid, gid);
  spawnSync("chmod", ["-R", "a-w", shop]);
  const port = await freePort();
  const variables = {
    ...variablesOf(image),
    PATH: buildVariables().PATH,
    DATA_DIR: data,
    PORT: String(port),
    PUBLIC_DEMO: "on",
    LOG_LEVEL: "warn",
  };
  const running = spawn(start[0] ?? "", start.slice(1), {
    cwd: shop,
    env: variables,
    stdio: ["ignore", "pipe", "inherit"],
    ...user,
  });
  const ended = new Promise<number | string>((resolve) =>
    running.once("exit", (code, signal) => resolve(code ?? signal ?? "unknown")),
  );
  try {
    await untilHealthy(healthCheck, shop, variables);
    console.log(`ok        healthy as ${isRoot ? uid : "this user"}, from a folder it can't write`);
    const pages = [
      "/",
      "/shop",
      "/checkout",
      "/admin/login",
      "/readyz",
      "/sitemap.xml",
      "/sandbox/stripe.js",
    ];
    for (const page of pages) await mustAnswer(`http://127.0.0.1:${port}${page}`);
  } finally {
    running.kill("SIGTERM");
  }
  const code = await ended;
  if (code !== 0) throw new Error(`the shop ended with ${code} after SIGTERM`);
  console.log("ok        stopped by SIGTERM with code 0");
  must("npm run admin -- doctor", ["npm", "run", "admin", "--", "doctor"], shop, variables, user);
  const backup = path.join(data, "shop.backup");
  must("npm run admin -- backup", ["npm", "run", "admin", "--", "backup", backup], shop, variables, user);
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

async function untilHealthy(command: string[], cwd: string, env: NodeJS.ProcessEnv): Promise<void> {
  const started = performance.now();
  while (spawnSync(command[0] ?? "", command.slice(1), { cwd, env, ...user }).status !== 0) {
    if (performance.now() - started > START_MS_MAX) throw new Error("the health check never passed");
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

async function mustAnswer(url: string): Promise<void> {
  const { status } = await fetch(url);
  if (status !== 200) throw new Error(`${url} answers ${status}`);
  console.log(`ok        200 ${new URL(url).pathname}`);
}

function must(
  what: string,
  [program = "", ...parameters]: string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
  as: { uid?: number; gid?: number } = {},
): void {
  const { status, stdout, stderr } = spawnSync(program, parameters, { cwd, env, encoding: "utf8", ...as });
  if (status !== 0) throw new Error(`${what} ended with code ${status}:\n${stdout}${stderr}`);
  console.log(`ok        ${what}`);
}

function report(what: string, bytes: number): void {
  console.log(`${`${(bytes / 1e6).toFixed(1)} MB`.padStart(9)} ${what}`);
}
