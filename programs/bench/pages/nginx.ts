// Cached pages of a shop with two processes beside nginx, which sends the same compressed bytes from files with two
// workers. Client and servers share the machine, so the rates say how the two compare and not what either can do.
import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { freePort } from "#test/postgres.ts";
import { childrenOf } from "#test/processes/process-tree.ts";
import { ShopProcess, type ShopSettings } from "#test/processes/shop-process.ts";
import { atLeast, type Figure, noted } from "../figures.ts";
import { bareAnswer, pathsOf, takeTurns } from "./pages.ts";

const PROGRAM = "/usr/sbin/nginx";
const PROCESSES = 2;
const RATIO_MIN = 0.5;
const START_MS_MAX = 5_000;

/** Without nginx on the machine it says so and measures nothing. */
export async function measureBesideNginx(
  settings: ShopSettings,
  say: (line: string) => void,
): Promise<Figure[]> {
  if (!existsSync(PROGRAM)) {
    say(`Left out: there is no ${PROGRAM} on this machine. Install Debian's package nginx-light.`);
    return [];
  }
  const shop = new ShopProcess({
    ...settings,
    variables: { ...settings.variables, WEB_PROCESSES: String(PROCESSES) },
  });
  await shop.start();
  try {
    const paths = await pathsOf(shop.origin);
    const nginx = await startNginx(shop.origin, Object.values(paths), settings.dataDir);
    try {
      const figures: Figure[] = [];
      const served = { port: settings.port, pids: [shop.pid, ...shop.webPids] };
      for (const [name, page] of Object.entries(paths)) {
        const { ratio } = await takeTurns(served, nginx, page);
        figures.push(
          atLeast(`${name}, two processes beside nginx, throughput`, ratio("perSecond"), RATIO_MIN),
          noted(`${name}, two processes beside nginx, processor time`, ratio("cpuMs"), "×"),
        );
      }
      return figures;
    } finally {
      nginx.stop();
    }
  } finally {
    await shop.end("SIGTERM");
  }
}

async function startNginx(origin: string, pages: string[], dataDir: string) {
  const folder = path.join(dataDir, "nginx");
  mkdirSync(folder, { recursive: true });
  // Its workers are another user, who has no way into the shop's folder.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const locations: string[] = [];
  for (const [place, page] of pages.entries()) {
    const { headers, body } = await bareAnswer(`${origin}${page}`);
    const file = path.join(folder, `${place}.html`);
    writeFileSync(file, Buffer.from(body, "base64"), { mode: 0o644 });
    const { "content-length": _, "content-type": type = "text/html", ...others } = headers;
    const lines = Object.entries(others).map(([name, value]) => `add_header ${name} ${quoted(value)};`);
    locations.push(
      `location = ${page} { try_files /${place}.html =404; types { } default_type ${quoted(type)}; ${lines.join(" ")} }`,
    );
  }
  const configuration = path.join(folder, "nginx.conf");
  writeFileSync(
    configuration,
    `daemon off; pid ${folder}/nginx.pid; worker_processes ${PROCESSES}; error_log stderr error;
${process.getuid?.() === 0 ? "user root;" : ""}
events { worker_connections 1024; }
http {
  access_log off; sendfile on; tcp_nodelay on; keepalive_requests 1000000000; open_file_cache max=100; etag off;
  client_body_temp_path ${folder}; proxy_temp_path ${folder}; fastcgi_temp_path ${folder}; uwsgi_temp_path ${folder}; scgi_temp_path ${folder};
  server { listen 127.0.0.1:${port}; root ${folder}; ${locations.join("\n")} }
}\n`,
  );
  const child = spawn(PROGRAM, ["-c", configuration, "-e", "stderr"], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const stop = () => void child.kill("SIGTERM");
  const until = performance.now() + START_MS_MAX;
  while (!(await isServing(port))) {
    if (performance.now() > until) {
      stop();
      throw new Error("nginx did not start; what it said is above");
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { port, pids: childrenOf(child.pid ?? 0), stop };
}

async function isServing(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  );
}

/** As a string of nginx's configuration, which reads $name as a variable. */
function quoted(text: string): string {
  return `"${text.replace(/[\\"]/g, "\\$&").replaceAll("$", "")}"`;
}
