import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { Counter, Registry } from "prom-client";
import { expect, test } from "vitest";
import { shareMetrics } from "./cluster-metrics.ts";

const PROGRAM = path.join(import.meta.dirname, "../../test/processes/metrics-cluster.ts");

const scrape = async (what: string) => (await promisify(execFile)(process.execPath, [PROGRAM, what])).stdout;

test("one scrape sees what all web processes counted, and the database's figures once", async () => {
  const stdout = await scrape("lives");
  expect(stdout).toMatch(/^requests_total 2$/m);
  expect(stdout).toMatch(/^orders 7$/m);
});

test("a web process that dies while it waits for the metrics takes nobody with it", async () => {
  expect(await scrape("dies")).toMatch(/^requests_total 1$/m);
});

test("while one of them can't tell its figures there are none, because a sum without it is wrong", async () => {
  expect(await scrape("fails")).toBe("null");
});

test("a shop of one process tells its own", async () => {
  const registry = new Registry();
  new Counter({ name: "requests_total", help: "x", registers: [registry] }).inc();
  expect(await shareMetrics(registry)()).toMatch(/^requests_total 1$/m);
});
