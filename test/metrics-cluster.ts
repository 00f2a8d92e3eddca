// A primary and two web processes that count requests, as a program: each counts one, and the first that is asked
// prints what a scrape of it answers. For cluster-metrics.unit.test.ts.
import cluster from "node:cluster";
import { Counter, Gauge, Registry } from "prom-client";
import { collectMetrics, shareMetrics } from "#process/cluster-metrics.ts";

if (cluster.isPrimary) {
  collectMetrics();
  const workers = [cluster.fork(), cluster.fork()];
  let ready = 0;
  cluster.on("message", (_worker, message: unknown) => {
    if (message === "ready") {
      ready += 1;
      if (ready === workers.length) workers[0]?.send("scrape");
    }
    if (message === "done") for (const worker of workers) worker.kill();
  });
} else {
  const registry = new Registry();
  const registers = [registry];
  new Counter({ name: "requests_total", help: "x", registers }).inc();
  new Gauge({ name: "orders", help: "x", registers, aggregator: "first" }).set(7);
  const scrape = shareMetrics(registry);
  process.on("message", (message) => {
    if (message !== "scrape") return;
    void scrape().then((text) => {
      process.stdout.write(text, () => process.send?.("done"));
    });
  });
  process.send?.("ready");
}
