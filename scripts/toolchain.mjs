// The prerequisites of every command before the shop's own code can run: the locked dependencies, the build, and the
// pinned Node. It needs no dependencies, because it installs them, and runs on Node versions that it then refuses.
// Whether to install or build depends on contents, not on file times, which a git checkout changes.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, lstatSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { whileLocked } from "./machine-lock.mjs";

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const modules = path.join(root, "node_modules");
const installStamp = path.join(modules, ".installed-lockfile");
// In a folder that every build empties, so that a build by other means never counts as this one.
const buildStamp = path.join(root, "build/server/.built-from");

const BUILD_SOURCES = [
  "src/web",
  "src/domain",
  "public",
  "package.json",
  "package-lock.json",
  "react-router.config.ts",
  "tsconfig.json",
  "vite.config.ts",
];

/** An error that the user can fix: printed without a stack. */
export class Refusal extends Error {
  code = 1;
}

/** Refuses unknown arguments, which would otherwise silently be ignored. `usage` says what is accepted. */
export function refuseOthers(parameters, usage) {
  if (parameters.length === 0) return;
  const refusal = new Refusal(`Not understood: ${parameters.join(" ")}.\n\n${usage}`);
  refusal.code = 2;
  throw refusal;
}

/**
 * Installs the locked dependencies unless they are there, and with `build: true` builds the pages as well.
 * `duringBuild` starts together with a build, if one is needed; it must not fail.
 * If several commands start together, one does the work and the others wait for it.
 * With `reinstall: false` it installs only if nothing is installed, and refuses outdated dependencies, because
 * `npm ci` deletes them while other programs may use them.
 * With `development: false` an installation without development packages, such as the image's, is enough.
 * @param {{ build: boolean, duringBuild?: () => Promise<unknown>, reinstall?: boolean, development?: boolean,
 *   say: (line: string) => void }} wanted
 */
export async function prepare({ build, duringBuild, reinstall = true, development = true, say }) {
  refuseNode();
  refuseFolder();
  const isReady = () => (development ? isInstalled() : isRunnable()) && (!build || isBuilt());
  if (isReady()) return;
  const waiting = () => say("Another command is installing or building here; waiting for it …");
  await whileLocked(`golf-pro-shop ${root}`, waiting, async () => {
    if (!isInstalled()) {
      if (!reinstall && existsSync(modules)) throw new Refusal(OUTDATED);
      await install(say);
    }
    if (!build || isBuilt()) return;
    await Promise.all([buildPages(say), duringBuild?.()]);
  });
}

/**
 * The same range as `engines` in package.json. On any other version npm leaves out the native code of Rolldown, which
 * builds the pages, and of oxlint, without a word: they are optional packages with this range.
 */
function refuseNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19)) return;
  throw new Refusal(
    `This is Node ${process.version}. The shop needs Node 20.19 or newer, and of Node 22 version 22.12 or newer; Node 21 does not work.\n` +
      "Get it from https://nodejs.org, or use Docker (docs/deployment.md).",
  );
}

/** Vite cuts paths at these characters, or decodes what follows them. */
const CHARACTERS_REFUSED = /[#%?]/;

function refuseFolder() {
  const [character] = CHARACTERS_REFUSED.exec(root) ?? [];
  if (character === undefined) return;
  throw new Refusal(
    `The shop can't run in ${root}: the path has a "${character}", and the pages can't be built there.\n` +
      `Move or clone it to a folder whose path has no "#", "%", or "?", and run the command again.`,
  );
}

const OUTDATED =
  "The installed dependencies are not those of package-lock.json. Nothing was changed.\n" +
  "Stop what runs in this folder, bring them up to date with npm ci, and run the command again.";

async function install(say) {
  refuseLinkedModules();
  say(existsSync(modules) ? "Updating the dependencies …" : "Installing the dependencies (once) …");
  const started = performance.now();
  // Development packages build the pages, so they are needed even when NODE_ENV is production. Most packages run only
  // on the pinned Node, so their requirements for the machine's Node do not count.
  const options = [
    "ci",
    "--include=dev",
    "--engine-strict=false",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
  ];
  const { code } = await run(npmCommand(options), { env: environmentWithoutOwnNode() });
  if (code !== 0) {
    throw new Refusal(
      `The dependencies could not be installed: npm ci ended with code ${code}, its reason is above.\n` +
        "Check that this machine reaches the npm registry (npm ping) and has about 1 GB of disk space, then run the command again.",
    );
  }
  const complaint = builderComplaint();
  if (complaint !== null) {
    throw new Refusal(
      `${complaint}\nThe dependencies are installed, but what builds the pages does not load; the reason is above.\n` +
        "Check that npm does not leave out optional packages (npm config get omit), then run the command again: it installs them again.",
    );
  }
  writeFileSync(installStamp, wantedInstall());
  say(`Dependencies installed in ${secondsSince(started)} s.`);
}

/** `npm ci` empties node_modules first, even through a link, whose target may belong to another checkout. */
function refuseLinkedModules() {
  if (!lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink()) return;
  throw new Refusal(
    `${modules} is a link, and installing would empty the folder that it points to.\n` +
      "Remove the link and run the command again, or bring that folder up to date where it belongs.",
  );
}

async function buildPages(say) {
  say("Building the pages …");
  const started = performance.now();
  const sources = hashOf(BUILD_SOURCES);
  rmSync(buildStamp, { force: true });
  const { code, output } = await run([pinnedNode(), reactRouterCommand, "build"], {
    env: { ...process.env, NODE_ENV: "production" },
    capture: true,
  });
  if (code !== 0) {
    process.stderr.write(output);
    throw new Refusal(`The pages could not be built (code ${code}); the reason is above.`);
  }
  writeFileSync(buildStamp, sources);
  say(`Pages built in ${secondsSince(started)} s.`);
}

export const reactRouterCommand = path.join(modules, "@react-router/dev/bin.cjs");

function isInstalled() {
  if (!existsSync(path.join(modules, ".package-lock.json"))) return false;
  const stamp = existsSync(installStamp) ? readFileSync(installStamp, "utf8") : null;
  if (stamp === wantedInstall()) return true;
  if (stamp !== null && !stamp.endsWith(` ${platform}`)) return false;
  // npm was run by hand, perhaps on a Node for which it leaves out optional packages.
  if (!matchesLockfile() || builderComplaint() !== null) return false;
  writeFileSync(installStamp, wantedInstall());
  return true;
}

/** Loads everything that a build loads, on the Node that builds. Null: it loads. Otherwise its output. */
function builderComplaint() {
  const load = ["--input-type=module", "--eval", 'await import("./vite.config.ts")'];
  const { status, stderr, error } = spawnSync(pinnedNode(), [...NODE_OPTIONS_OF_THE_SHOP, ...load], {
    cwd: root,
    encoding: "utf8",
  });
  return status === 0 ? null : (error?.message ?? stderr);
}

/** Whether the shop's runtime packages are installed, even if packages for building and testing are not. */
function isRunnable() {
  if (!existsSync(path.join(modules, ".package-lock.json"))) return false;
  return matchesLockfile({ development: false }) || isInstalled();
}

const platform = `${process.platform} ${process.arch}`;

/**
 * The lockfile, whether the builder loads, and the platform, since native modules of another platform don't run here.
 */
function wantedInstall() {
  return `${hashOf(["package-lock.json"])} loads ${platform}`;
}

/** Whether npm's own record lists every required package in its locked version. */
function matchesLockfile({ development = true } = {}) {
  const read = (file) => JSON.parse(readFileSync(file, "utf8")).packages;
  const installed = read(path.join(modules, ".package-lock.json"));
  const isRequired = ({ optional, dev, devOptional }) => !optional && (development || !(dev || devOptional));
  return Object.entries(read(path.join(root, "package-lock.json"))).every(
    ([place, locked]) => place === "" || !isRequired(locked) || installed[place]?.version === locked.version,
  );
}

function isBuilt() {
  const isComplete = ["build/server/index.js", "build/client"].every((part) =>
    existsSync(path.join(root, part)),
  );
  if (!isComplete || !existsSync(buildStamp)) return false;
  return readFileSync(buildStamp, "utf8") === hashOf(BUILD_SOURCES);
}

function hashOf(places) {
  const hash = createHash("sha256");
  for (const file of places.flatMap(filesIn)) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(root, file)))
      .update("\0");
  }
  return hash.digest("hex");
}

/** The files at or below a path, relative to the root, in the same order on every machine. */
function filesIn(place) {
  const absolute = path.join(root, place);
  const found = statSync(absolute, { throwIfNoEntry: false });
  if (!found) return [];
  if (found.isFile()) return [place];
  const names = readdirSync(absolute).sort();
  return names.flatMap((name) => filesIn(`${place}/${name}`)).filter((file) => !/\.test\.tsx?$/.test(file));
}

const NODE_MAJOR_MIN = 24;

/** The Node that the project pins as a dependency, or this one if it is new enough. */
export function pinnedNode() {
  const pinned = path.join(modules, process.platform === "win32" ? "node/bin/node.exe" : ".bin/node");
  if (existsSync(pinned)) return pinned;
  if (Number(process.versions.node.split(".")[0]) >= NODE_MAJOR_MIN) return process.execPath;
  throw new Refusal(
    `The pinned Node ${NODE_MAJOR_MIN} is missing although the dependencies are installed: its install script did not run.\n` +
      "If your npm configuration sets ignore-scripts, run `npm ci --ignore-scripts=false` once; " +
      `or run the command with Node ${NODE_MAJOR_MIN} or newer (this is ${process.version}).`,
  );
}

/** node:sqlite, which holds the lock on the data folder, prints an experimental warning at every start. */
export const NODE_OPTIONS_OF_THE_SHOP = ["--disable-warning=ExperimentalWarning"];

/**
 * Several threads process pictures, and glibc's allocator keeps memory for each of them: the first variable saves 190
 * MB. Node strips the types from each source that it loads, with a compiler that it then keeps in memory. From the
 * second start on it finds the results in this folder, keyed by the contents of the sources, and needs no compiler.
 */
export const ENVIRONMENT_OF_THE_SHOP = {
  MALLOC_ARENA_MAX: "2",
  NODE_COMPILE_CACHE: path.join(modules, ".cache/node"),
  ...process.env,
};

/** npm as it was started, on the machine's own Node, because `npm ci` deletes the pinned one while it runs. */
function npmCommand(options) {
  const { npm_execpath: npmScript, npm_node_execpath: node } = process.env;
  const isOwnNode = node?.startsWith(modules);
  if (npmScript?.endsWith("npm-cli.js") && node && !isOwnNode) return [node, npmScript, ...options];
  return [process.platform === "win32" ? "npm.cmd" : "npm", ...options];
}

function environmentWithoutOwnNode() {
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  return {
    ...process.env,
    PATH: folders.filter((folder) => !folder.startsWith(modules)).join(path.delimiter),
  };
}

/**
 * Runs a command in the project's folder to its end, on this terminal or, with `capture`, into `output`.
 * @param {string[]} command
 * @param {{ env?: NodeJS.ProcessEnv, capture?: boolean }} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run([program, ...parameters], { env = process.env, capture = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, parameters, {
      cwd: root,
      env,
      stdio: capture ? ["ignore", "pipe", "pipe"] : "inherit",
      shell: program.endsWith(".cmd"),
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text) => {
        output += text;
      });
    }
    const stop = () => child.kill("SIGTERM");
    process.once("SIGTERM", stop);
    child.once("error", reject);
    child.once("close", (code, signal) => {
      process.off("SIGTERM", stop);
      if (signal === "SIGINT" || signal === "SIGTERM") process.exit(130);
      resolve({ code: code ?? 1, output });
    });
  });
}

/** Runs a command's main function. A refusal is printed alone, any other error with its stack. */
export async function command(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    const isRefusal = error instanceof Refusal;
    console.error(isRefusal ? `\n${error.message}` : error);
    process.exitCode = isRefusal ? error.code : 1;
  }
}

export function secondsSince(started) {
  return ((performance.now() - started) / 1000).toFixed(1);
}
