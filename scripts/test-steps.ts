// One step of `npm test`: a command that passes or fails as a whole, or a Vitest project with its count of tests.
// The output of a step is printed when it ends, because steps run side by side.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const root = path.join(import.meta.dirname, "..");
/** A step that hangs is a failure, not an endless run. */
const STEP_MINUTES_MAX = 15;

export type Counts = { passed: number; failed: number; skipped: number };
export type StepResult = Counts & { name: string; seconds: number };
export type Step = { name: string; run: () => Promise<StepResult> };

/** Runs the steps side by side in lanes; a free lane takes the next step. A failed step stops nothing. */
export async function runSteps(steps: Step[], lanes: number): Promise<StepResult[]> {
  const waiting = steps.entries();
  const results: StepResult[] = [];
  const lane = async () => {
    for (const [place, step] of waiting) results[place] = await step.run();
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return results;
}

/** The step, and when it has ended, however it did. */
export function told(step: Step): { step: Step; ended: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { step: { ...step, run: () => step.run().finally(resolve) }, ended: promise };
}

/** Commands that run one after another until one fails; together they count as one check. */
export function checkStep(name: string, commands: string[][]): Step {
  return timed(name, async (say) => {
    for (const command of commands) {
      const { code, output } = await run(command, {});
      if (code === 0) continue;
      say(output);
      return { passed: 0, failed: 1, skipped: 0 };
    }
    say("ok");
    return { passed: 1, failed: 0, skipped: 0 };
  });
}

type VitestStep = {
  /** Provides what the tests need, or waits for it, and returns their environment variables. */
  prepare?: () => Record<string, string> | Promise<Record<string, string>>;
  /** Only this part of the project's files, such as "1/3". */
  shard?: string;
};

/** A Vitest project, or a part of it. */
export function vitestStep(project: string, { prepare = () => ({}), shard }: VitestStep = {}): Step {
  return timed(shard ? `${project} ${shard}` : project, async (say) => {
    const variables = await prepare();
    const folder = mkdtempSync(path.join(tmpdir(), "shop-test-counts-"));
    try {
      const report = path.join(folder, "report.json");
      const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
      const files = ["--project", project, ...(shard ? [`--shard=${shard}`] : [])];
      const vitest = ["node_modules/vitest/vitest.mjs", "run", ...files, ...reporters];
      const { code, output } = await run([process.execPath, ...vitest], variables);
      say(output);
      return countsOf(readFileSync(report, "utf8"), code);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { status: string; assertionResults: unknown[] }[];
};

/** A file that could not be loaded counts as one failed test, and so does an error outside of tests. */
export function countsOf(reportText: string, exitCode: number): Counts {
  const report = JSON.parse(reportText) as VitestReport;
  const unloaded = report.testResults.filter(
    (file) => file.status === "failed" && file.assertionResults.length === 0,
  );
  const failed = report.numFailedTests + unloaded.length;
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

function timed(name: string, work: (say: (text: string) => void) => Promise<Counts>): Step {
  return {
    name,
    run: async () => {
      const started = performance.now();
      console.log(`${name} …`);
      const said: string[] = [];
      const counts = await work((text) => said.push(text.trimEnd())).catch((error: unknown): Counts => {
        said.push(error instanceof Error ? error.message : String(error));
        return { passed: 0, failed: 1, skipped: 0 };
      });
      console.log(`\n── ${name} ──\n${said.join("\n")}\n`);
      return { name, ...counts, seconds: (performance.now() - started) / 1000 };
    },
  };
}

type Ended = { code: number; output: string };

function run(command: string[], variables: Record<string, string>): Promise<Ended> {
  const [program = "", ...parameters] = command;
  return new Promise((resolve, reject) => {
    const child = spawn(program, parameters, {
      cwd: root,
      env: { ...process.env, ...variables },
      stdio: ["ignore", "pipe", "pipe"],
      timeout: STEP_MINUTES_MAX * 60_000,
      killSignal: "SIGKILL",
    });
    let output = "";
    const collect = (text: string) => {
      output += text;
    };
    child.stdout?.setEncoding("utf8").on("data", collect);
    child.stderr?.setEncoding("utf8").on("data", collect);
    child.once("error", reject);
    child.once("close", (code, signal) => {
      if (signal) output += `\nended by ${signal} (the limit is ${STEP_MINUTES_MAX} minutes)`;
      resolve({ code: code ?? 1, output });
    });
  });
}

/** Prints a line per step, then the totals. True if nothing failed. */
export function printSummary(results: StepResult[]): boolean {
  const lines = results.map((result) => {
    const verdict = result.failed === 0 ? "passed" : "FAILED";
    return `  ${result.name.padEnd(12)} ${verdict}  ${result.seconds.toFixed(1).padStart(6)} s  ${inWords(result)}`;
  });
  const sum = (part: keyof Counts) => results.reduce((total, result) => total + result[part], 0);
  const total = { passed: sum("passed"), failed: sum("failed"), skipped: sum("skipped") };
  console.log(`\n── summary ──\n${lines.join("\n")}\n\n${inWords(total)}`);
  return total.failed === 0;
}

export function inWords({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}
