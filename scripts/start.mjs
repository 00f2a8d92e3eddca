// `npm start`: everything from a clean clone to a served shop. `--dev` serves the pages from their sources.
import { spawn } from "node:child_process";
import { whenOrphaned } from "./orphan.mjs";
import { supervise } from "./supervise.mjs";
import {
  command,
  ENVIRONMENT_OF_THE_SHOP,
  NODE_OPTIONS_OF_THE_SHOP,
  pinnedNode,
  prepare,
  refuseOthers,
  root,
  run,
} from "./toolchain.mjs";

const USAGE = `npm start
npm run dev

Settings are environment variables, as in PORT=4000 npm start; docs/environment.md lists them.`;
const STOP_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];
// One Ctrl-C reaches this process twice, from the terminal and from npm; only a later signal is a second Ctrl-C.
const SAME_KEYPRESS_MS = 1_000;

await command(async () => {
  const others = process.argv.slice(2).filter((parameter) => parameter !== "--dev");
  refuseOthers(others, USAGE);
  const isDevelopment = process.argv.includes("--dev");
  await prepare({
    build: !isDevelopment,
    duringBuild: fillNewShop,
    say: (line) => console.log(line),
  });
  return serve({ NODE_ENV: isDevelopment ? "development" : "production" });
});

/** Errors here occur again in the following start, which reports them. */
function fillNewShop() {
  return run([pinnedNode(), ...NODE_OPTIONS_OF_THE_SHOP, "src/process/first-start/fill-new-shop.ts"], {
    env: { ...ENVIRONMENT_OF_THE_SHOP, NODE_ENV: "production" },
    capture: true,
  });
}

/** Runs the shop until it ends for good and returns its exit code. */
function serve(variables) {
  const parameters = [...NODE_OPTIONS_OF_THE_SHOP, "src/main.ts", ...process.argv.slice(2)];
  let shop = null;
  let askedAt = null;
  const launch = () => {
    // Same process group, so a kill of the group includes the shop. If only this process dies, the shop notices
    // by the closed channel.
    shop = spawn(pinnedNode(), parameters, {
      cwd: root,
      env: { ...ENVIRONMENT_OF_THE_SHOP, ...variables },
      stdio: ["inherit", "inherit", "inherit", "ipc"],
    });
    return shop;
  };
  const stop = (signal) => {
    if (askedAt === null) {
      askedAt = performance.now();
      shop?.kill(signal === "SIGHUP" ? "SIGTERM" : signal);
    } else if (performance.now() - askedAt > SAME_KEYPRESS_MS) {
      shop?.kill("SIGKILL");
    }
  };
  for (const signal of STOP_SIGNALS) process.on(signal, stop);
  whenOrphaned(() => stop("SIGTERM"));
  return supervise({ launch, isAsked: () => askedAt !== null, say: (line) => console.error(line) });
}
