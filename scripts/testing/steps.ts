// One step of `npm test`: a command that passes or fails as a whole, or a Vitest project with its count of tests.
// The output of a step is printed when it ends, because steps run side by side.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const root = path.join(import.meta.dirname, "..");
/** A step that hangs is a failure, not an endless run. */
const STEP_MINUTES_MAX = 40;
/** So much of a failure is told again below the summary; whoever keeps only the end of the output has it. */
const FAILURE_LINES_MAX = 20;

export type Counts = { passed: number; failed: number; skipped: number };
/** What a step found: its count, and what failed, each with its reason in a few lines. */
export type Findings = Counts & { failures: string[] };
export type StepResult = Findings & { name: string; seconds: number };
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
      return brokenBy(output.trimEnd().split("\n").slice(-FAILURE_LINES_MAX).join("\n"));
    }
    say("ok");
    return { passed: 1, failed: 0, skipped: 0, failures: [] };
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
      return findingsOf(readFileSync(report, "utf8"), code);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

type VitestReport = {
  numPassedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
};

/** A file that could not be loaded counts as one failed test, and so does an error outside of tests. */
export function findingsOf(reportText: string, exitCode: number): Findings {
  const report = JSON.parse(reportText) as VitestReport;
  const failures = report.testResults.flatMap((file) => {
    if (file.status === "failed" && file.assertionResults.length === 0)
      return [shortened(file.name, file.message)];
    const failed = file.assertionResults.filter(({ status }) => status === "failed");
    return failed.map((test) =>
      shortened(`${file.name} > ${test.fullName}`, test.failureMessages.join("\n")),
    );
  });
  if (failures.length === 0 && exitCode !== 0) failures.push("an error outside of the tests, told above");
  return {
    passed: report.numPassedTests,
    failed: failures.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures,
  };
}

function shortened(title: string, reason: string): string {
  return [path.relative(root, title), ...reason.split("\n").slice(0, FAILURE_LINES_MAX)].join("\n");
}

function brokenBy(reason: string): Findings {
  return { passed: 0, failed: 1, skipped: 0, failures: [reason] };
}

function timed(name: string, work: (say: (text: string) => void) => Promise<Findings>): Step {
  return {
    name,
    run: async () => {
      const started = performance.now();
      console.log(`${name} …`);
      const said: string[] = [];
      const findings = await work((text) => said.push(text.trimEnd())).catch((error: unknown): Findings => {
        const reason = error instanceof Error ? error.message : String(error);
        said.push(reason);
        return brokenBy(reason);
      });
      console.log(`\n── ${name} ──\n${said.join("\n")}\n`);
      return { name, ...findings, seconds: (performance.now() - started) / 1000 };
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

/** Prints what failed, a line per step, then the totals. True if nothing failed. */
export function printSummary(results: StepResult[]): boolean {
  console.log(summary(results));
  return results.every(({ failed }) => failed === 0);
}

export function summary(results: StepResult[]): string {
  const failures = results.flatMap(({ name, failures: found }) =>
    found.map((failure) => `── failed in ${name} ──\n${failure}\n\n`),
  );
  const lines = results.map((result) => {
    const verdict = result.failed === 0 ? "passed" : "FAILED";
    return `  ${result.name.padEnd(12)} ${verdict}  ${result.seconds.toFixed(1).padStart(6)} s  ${inWords(result)}`;
  });
  const sum = (part: keyof Counts) => results.reduce((total, result) => total + result[part], 0);
  const total = { passed: sum("passed"), failed: sum("failed"), skipped: sum("skipped") };
  return `\n${failures.join("")}── summary ──\n${lines.join("\n")}\n\n${inWords(total)}`;
}

export function inWords({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}
