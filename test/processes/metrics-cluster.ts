// A primary and two web processes that count requests, as a program: each counts one, and the last prints what a scrape
// of it answers. With "dies", the first asks for metrics too and is gone before they are there; with "fails" it can't
// tell its own. For cluster-metrics.unit.test.ts.
import cluster from "node:cluster";
import { once } from "node:events";
import { Counter, Gauge, Registry } from "prom-client";
import { collectMetrics, shareMetrics } from "#process/cluster-metrics.ts";

const what = process.argv.at(-1);
const QUESTION_OF_THE_LIBRARY = "prom-client:getMetricsReq";

if (cluster.isPrimary) {
  collectMetrics();
  const [first, last] = [cluster.fork(), cluster.fork()];
  cluster.on("message", (_worker, message: unknown) => {
    // Its processes end with it.
    if (message === "done") process.exit();
  });
  await Promise.all([first, last].map((worker) => once(worker, "message")));
  if (what === "dies") {
    const gone = once(first, "exit");
    first.send("scrape");
    await gone;
    last.send("go on");
  }
  last.send("scrape");
} else {
  const isFirst = cluster.worker?.id === 1;
  const goOn = Promise.withResolvers<void>();
  if (isFirst || what !== "dies") goOn.resolve();
  const registry = new Registry();
  const registers = [registry];
  new Counter({ name: "requests_total", help: "x", registers }).inc();
  const collect = async () => {
    await goOn.promise;
    if (isFirst && what === "fails") throw new Error("It can't tell.");
  };
  new Gauge({ name: "orders", help: "x", registers, aggregator: "first", collect }).set(7);
  const scrape = shareMetrics(registry);
  const leave = () => process.send?.("leaves", undefined, undefined, () => process.exit(1));
  process.on("message", (message) => {
    if (message === "go on") goOn.resolve();
    // After its own answer to the primary.
    if (isFirst && what === "dies" && isOfLibrary(message)) setImmediate(leave);
    if (message !== "scrape") return;
    void scrape().then((text) => process.stdout.write(String(text), () => process.send?.("done")));
  });
  process.send?.("ready");
}

function isOfLibrary(message: unknown): boolean {
  return (
    typeof message === "object" &&
    message !== null &&
    "type" in message &&
    message.type === QUESTION_OF_THE_LIBRARY
  );
}
