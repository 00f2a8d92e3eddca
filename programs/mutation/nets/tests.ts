// Test files as a net: a run of the test runner in a tree, with the first test that failed.
import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { runProgram, type Where } from "./run-program.ts";

export type Project = "unit" | "embedded" | "postgres";
export type Tested = {
  /** What failed first; null when everything passed. */
  failed: string | null;
  /** Whether that is a test or a test file; false when the runner did not come so far. */
  isTest: boolean;
  isOverTime: boolean;
  /** Per test file, without the runner's start. */
  seconds: Map<string, number>;
  wholeSeconds: number;
  output: string;
};

type Report = {
  testResults: {
    name: string;
    status: string;
    message: string;
    startTime: number;
    endTime: number;
    assertionResults: { status: string; fullName: string }[];
  }[];
};

export async function runTests(
  where: Where,
  { project, files, limitMs, bails }: { project: Project; files: string[]; limitMs: number; bails: boolean },
): Promise<Tested> {
  const reportFile = path.join(where.temporary, `${project}.json`);
  rmSync(reportFile, { force: true });
  const { code, isOverTime, output, seconds } = await runProgram(
    where,
    [
      "node_modules/vitest/vitest.mjs",
      "run",
      "--project",
      project,
      ...(bails ? ["--bail", "1"] : []),
      "--reporter",
      "json",
      "--outputFile",
      reportFile,
      ...files,
    ],
    limitMs,
  );
  const report = readReport(reportFile);
  const root = `${where.folder}/`;
  const failure = report?.testResults.find(({ status }) => status !== "passed");
  const failedTest = failure?.assertionResults.find(({ status }) => status === "failed")?.fullName;
  const named = failure && `${failure.name.replace(root, "")}: ${failedTest ?? firstLine(failure.message)}`;
  return {
    failed: code === 0 ? null : (named ?? firstLine(output)),
    isTest: named !== undefined,
    isOverTime,
    seconds: new Map(
      (report?.testResults ?? []).map((file) => [
        file.name.replace(root, ""),
        (file.endTime - file.startTime) / 1_000,
      ]),
    ),
    wholeSeconds: seconds,
    output: `${output}\n${failure?.message ?? ""}`,
  };
}

function readReport(file: string): Report | null {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}

function firstLine(text: string): string {
  const lines = text.split("\n").map((line) => line.trim());
  return (
    lines.find((line) => /error/i.test(line)) ??
    lines.find((line) => line !== "") ??
    "no output"
  ).slice(0, 200);
}
