// One step of a test command: a program that passes or fails as a whole, or a Vitest project with its test counts. The
// output of a step is printed when it ends, because steps run in parallel.
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const root = path.join(import.meta.dirname, "../..");
/** This much of a failure is repeated with the summary, for readers who keep only the end of the output. */
const FAILURE_LINES_MAX = 20;

export type Counts = { passed: number; failed: number; skipped: number };
/** A step's result: its counts, and what failed, each with its reason in a few lines. */
export type Findings = Counts & { failures: string[] };
export type StepResult = Findings & { name: string; seconds: number };
/** `minutesMax`: a step that takes longer is stuck; it is stopped and counts as failed. */
export type Step = { name: string; run: (minutesMax: number) => Promise<StepResult> };

/** Runs the steps in parallel lanes; a free lane takes the next step. A failing step does not stop others. */
export async function runSteps(
  steps: Step[],
  { lanes, stepMinutesMax }: { lanes: number; stepMinutesMax: number },
): Promise<StepResult[]> {
  const waiting = steps.entries();
  const results: StepResult[] = [];
  const lane = async () => {
    for (const [place, step] of waiting) results[place] = await step.run(stepMinutesMax);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return results;
}

/** The step, and once it has ended, whether it passed. */
export function withEnd(step: Step): { step: Step; ended: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { step: { ...step, run: (minutesMax) => step.run(minutesMax).finally(resolve) }, ended: promise };
}

/** Provides what a step needs, or waits for it, and returns its environment variables. */
export type Prepare = () => Record<string, string> | Promise<Record<string, string>>;

/** Commands that run one after another until one fails; together they count as one check. */
export function checkStep(name: string, commands: string[][], prepare: Prepare = () => ({})): Step {
  return timed(name, async (say, minutesMax) => {
    const variables = await prepare();
    for (const command of commands) {
      const { code, output } = await run(command, { variables, minutesMax, name });
      if (code === 0) continue;
      say(output);
      return brokenBy(lastLinesOf(output));
    }
    say("ok");
    return { passed: 1, failed: 0, skipped: 0, failures: [] };
  });
}

type VitestStep = {
  prepare?: Prepare;
  /** Only this part of the project's files, such as "1/3". */
  shard?: string;
};

/** A Vitest project, or a part of it. */
export function vitestStep(project: string, { prepare = () => ({}), shard }: VitestStep = {}): Step {
  const name = shard ? `${project} ${shard}` : project;
  return timed(name, async (say, minutesMax) => {
    const variables = await prepare();
    const folder = mkdtempSync(path.join(tmpdir(), "shop-test-counts-"));
    try {
      const report = path.join(folder, "report.json");
      const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
      const files = ["--project", project, ...(shard ? [`--shard=${shard}`] : [])];
      const vitest = ["node_modules/vitest/vitest.mjs", "run", ...files, ...reporters];
      const { code, output } = await run([process.execPath, ...vitest], { variables, minutesMax, name });
      say(output);
      // No report: the run ended before it was written.
      if (!existsSync(report)) return brokenBy(lastLinesOf(output));
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
  if (failures.length === 0 && exitCode !== 0)
    failures.push("an error outside of the tests; it is printed above");
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

function lastLinesOf(output: string): string {
  return output.trimEnd().split("\n").slice(-FAILURE_LINES_MAX).join("\n");
}

type Work = (say: (text: string) => void, minutesMax: number) => Promise<Findings>;

function timed(name: string, work: Work): Step {
  return {
    name,
    run: async (minutesMax) => {
      const started = performance.now();
      console.log(`${name} …`);
      const said: string[] = [];
      const say = (text: string) => void said.push(text.trimEnd());
      const findings = await work(say, minutesMax).catch((error: unknown): Findings => {
        const reason = error instanceof Error ? error.message : String(error);
        said.push(reason);
        return brokenBy(reason);
      });
      console.log(`\n── ${name} ──\n${said.join("\n")}\n`);
      return { name, ...findings, seconds: (performance.now() - started) / 1000 };
    },
  };
}

type Run = { variables: Record<string, string>; minutesMax: number; name: string };

/** Runs a command to its end, with everything that it starts; whatever still runs after the time limit is killed. */
function run(command: string[], { variables, minutesMax, name }: Run) {
  const [program = "", ...parameters] = command;
  return new Promise<{ code: number; output: string }>((resolve, reject) => {
    const child = spawn(program, parameters, {
      cwd: root,
      env: { ...process.env, ...variables },
      stdio: ["ignore", "pipe", "pipe"],
      // A separate process group, so that one signal reaches everything that the step has started.
      detached: true,
    });
    const kill = () => killGroup(child);
    const limit = setTimeout(() => {
      output += `\n${name} did not end within ${minutesMax} minutes and was stopped.`;
      kill();
    }, minutesMax * 60_000);
    process.once("exit", kill);
    let output = "";
    const collect = (text: string) => {
      output += text;
    };
    child.stdout.setEncoding("utf8").on("data", collect);
    child.stderr.setEncoding("utf8").on("data", collect);
    child.once("error", reject);
    child.once("close", (code) => {
      clearTimeout(limit);
      process.off("exit", kill);
      resolve({ code: code ?? 1, output });
    });
  });
}

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // All of it has ended already.
  }
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
    return `  ${result.name.padEnd(15)} ${verdict}  ${result.seconds.toFixed(1).padStart(6)} s  ${inWords(result)}`;
  });
  const sum = (part: keyof Counts) => results.reduce((total, result) => total + result[part], 0);
  const total = { passed: sum("passed"), failed: sum("failed"), skipped: sum("skipped") };
  return `\n${failures.join("")}── summary ──\n${lines.join("\n")}\n\n${inWords(total)}`;
}

export function inWords({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}
