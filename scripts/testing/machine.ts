// What the tests need besides npm packages: a Chromium, and beyond `npm test` PostgreSQL's server programs, PgBouncer and
// Caddy. On Debian as root (usually a container) missing ones are installed. Elsewhere a message says what to install,
// except for Chromium, which Playwright can download.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { findChromium, HEADLESS_SHELL } from "#test/browser/chromium.ts";
import { findCaddy } from "#test/servers/caddy.ts";
import { findPgBouncer } from "#test/servers/pgbouncer.ts";
import { findPostgresBinaries } from "#test/servers/postgres.ts";
import { engines } from "../../programs/browsers/engines.ts";

/** The path of a Chromium that tests can run. If none can be had, throws with instructions. */
export function findOrInstallChromium(): string {
  const isFastest = process.env.CHROMIUM_PATH || existsSync(HEADLESS_SHELL);
  if (!isFastest && isRootOnDebian()) tryDebianPackage("chromium-headless-shell");
  if (!findChromium()) fetchChromium();
  const found = findChromium();
  if (!found) throw new Error("No Chromium found. Install one and set CHROMIUM_PATH to its program.");
  return found;
}

function fetchChromium(): void {
  if (isRootOnDebian()) {
    console.log("Installing Chromium (Debian's package chromium) …");
    installDebianPackage("chromium");
    return;
  }
  console.log("Fetching Playwright's Chromium …");
  const playwright = path.join(
    path.dirname(createRequire(import.meta.url).resolve("playwright-core")),
    "cli.js",
  );
  execFileSync(process.execPath, [playwright, "install", "chromium"], { stdio: "inherit" });
}

/** Makes sure that the tests find a PostgreSQL, a pooler, and a proxy to start. Otherwise throws with instructions. */
export function findOrInstallServers(): void {
  findOrInstallPostgres();
  findOrInstallProxies();
}

function findOrInstallPostgres(): void {
  if (findPostgresBinaries()) return;
  if (isRootOnDebian()) {
    console.log("Installing PostgreSQL (Debian's package postgresql) …");
    withoutMainCluster(() => installDebianPackage("postgresql"));
  }
  if (!findPostgresBinaries()) {
    throw new Error(
      "No PostgreSQL server programs found (initdb, postgres). Install PostgreSQL 15 or newer.",
    );
  }
}

function findOrInstallProxies(): void {
  const programs = [
    { name: "pgbouncer", find: findPgBouncer },
    { name: "caddy", find: findCaddy },
  ];
  for (const { name, find } of programs) {
    if (find()) continue;
    if (isRootOnDebian()) {
      console.log(`Installing Debian's package ${name} …`);
      withoutServices(() => installDebianPackage(name));
    }
    if (!find()) throw new Error(`No ${name} found. Install it.`);
  }
}

/** The browsers of `npm run nightly`. */
export function findOrInstallBrowsers(): void {
  if (!isRootOnDebian()) return;
  const names = new Set(engines.flatMap(({ packages }) => packages.split(" ")));
  for (const name of names) if (!isInstalled(name)) installDebianPackage(name);
}

function isInstalled(name: string): boolean {
  return spawnSync("dpkg", ["--status", name], { stdio: "ignore" }).status === 0;
}

function isRootOnDebian(): boolean {
  return process.getuid?.() === 0 && existsSync("/etc/debian_version");
}

function installDebianPackage(name: string): void {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  execFileSync("apt-get", ["update", "-qq"], { stdio: "inherit", env });
  execFileSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", name], {
    stdio: "inherit",
    env,
  });
}

/** For an optional program that only speeds up the tests: a Debian without it continues without it. */
function tryDebianPackage(name: string): void {
  console.log(`Installing Debian's package ${name} …`);
  try {
    installDebianPackage(name);
  } catch (error) {
    console.log(`${name} could not be installed: ${error instanceof Error ? error.message : error}`);
  }
}

/** Keeps Debian's package from starting its service, since the tests start their own. */
function withoutServices(install: () => void): void {
  const policy = "/usr/sbin/policy-rc.d";
  if (existsSync(policy)) {
    install();
    return;
  }
  writeFileSync(policy, "#!/bin/sh\nexit 101\n", { mode: 0o755 });
  try {
    install();
  } finally {
    rmSync(policy, { force: true });
  }
}

/** Keeps Debian's package from creating and starting a cluster, since the tests start their own. */
function withoutMainCluster(install: () => void): void {
  const folder = "/etc/postgresql-common/createcluster.d";
  const setting = path.join(folder, "golf-pro-shop-tests.conf");
  mkdirSync(folder, { recursive: true });
  writeFileSync(setting, "create_main_cluster = false\n");
  try {
    install();
  } finally {
    rmSync(setting, { force: true });
  }
}
