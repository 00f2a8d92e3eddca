// A Caddy in front of a test's shops: it polls /readyz of each, and sends requests only to those that are ready. An
// unreachable one is skipped, and the request goes to another.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { untilListening } from "./pgbouncer.ts";
import { freePort } from "./postgres.ts";

export type Caddy = { url: string; port: number; stop: () => Promise<void> };

export function findCaddy(): string | null {
  return ["/usr/bin/caddy", "/usr/local/bin/caddy", "/opt/homebrew/bin/caddy"].find(existsSync) ?? null;
}

export async function startCaddy(upstreamPorts: number[], port?: number): Promise<Caddy> {
  const program = findCaddy();
  if (!program) throw new Error("No Caddy found: install Debian's package caddy");
  const own = port ?? (await freePort());
  const folder = mkdtempSync(path.join(tmpdir(), "shop-caddy-"));
  const file = path.join(folder, "Caddyfile");
  const upstreams = upstreamPorts.map((upstream) => `127.0.0.1:${upstream}`).join(" ");
  const lines = [
    "{",
    "  admin off",
    "  auto_https off",
    "}",
    `http://:${own} {`,
    "  bind 127.0.0.1",
    `  reverse_proxy ${upstreams} {`,
    "    health_uri /readyz",
    "    health_interval 250ms",
    "    health_timeout 5s",
    "    lb_try_duration 5s",
    "    lb_try_interval 50ms",
    "    fail_duration 1s",
    "  }",
    "}",
  ];
  writeFileSync(file, `${lines.join("\n")}\n`);
  const child = spawn(program, ["run", "--config", file, "--adapter", "caddyfile"], {
    stdio: "ignore",
    env: { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
  await untilListening(own);
  return {
    url: `http://localhost:${own}`,
    port: own,
    stop: async () => {
      const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
      child.kill("SIGKILL");
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
