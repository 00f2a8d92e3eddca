// A PgBouncer in transaction mode in front of a test PostgreSQL, with default settings otherwise.
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "./postgres.ts";

export type PgBouncer = { url: (database: string) => string; stop: () => Promise<void> };

export function findPgBouncer(): string | null {
  const places = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer", "/opt/homebrew/bin/pgbouncer"];
  return places.find(existsSync) ?? null;
}

/** As root it runs as the system's `postgres` user, because it refuses to be root. `url`: any database of the server. */
export async function startPgBouncer(url: string, settings: string[] = []): Promise<PgBouncer> {
  const program = findPgBouncer();
  if (!program) throw new Error("No PgBouncer found: install Debian's package pgbouncer");
  const { hostname, port: serverPort, username } = new URL(url);
  const port = await freePort();
  const folder = mkdtempSync(path.join(tmpdir(), "shop-pgbouncer-"));
  const users = path.join(folder, "users.txt");
  writeFileSync(users, `"${username}" ""\n`);
  const file = path.join(folder, "pgbouncer.ini");
  const lines = [
    "[databases]",
    `* = host=${hostname} port=${serverPort}`,
    "[pgbouncer]",
    "pool_mode = transaction",
    "listen_addr = 127.0.0.1",
    `listen_port = ${port}`,
    "unix_socket_dir =",
    "auth_type = trust",
    `auth_file = ${users}`,
    ...settings,
  ];
  writeFileSync(file, `${lines.join("\n")}\n`);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) execFileSync("chown", ["-R", "postgres", folder]);
  const asPostgres = ["--reuid=postgres", "--regid=postgres", "--init-groups", program, file];
  const child = isRoot
    ? spawn("setpriv", asPostgres, { stdio: "ignore" })
    : spawn(program, [file], { stdio: "ignore" });
  await untilListening(port);
  return {
    url: (database) => `postgres://${username}@127.0.0.1:${port}/${database}`,
    stop: async () => {
      const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
      child.kill("SIGTERM");
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Resolves once something listens on this port. */
export async function untilListening(port: number): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, "127.0.0.1");
      socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
      socket.once("connect", () => socket.destroy());
    });
    if (isOpen) return;
    if (attempt > 200) throw new Error(`Nothing listens on port ${port}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
