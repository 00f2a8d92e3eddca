import { describe, expect, test } from "vitest";
import { checkStep, findingsOf, inWords, runSteps, type Step, summary, withEnd } from "./steps.ts";

const passed = { status: "passed", fullName: "cart adds", failureMessages: [] };
const report = {
  numPassedTests: 12,
  numPendingTests: 1,
  numTodoTests: 1,
  testResults: [{ name: "src/cart.test.ts", status: "passed", message: "", assertionResults: [passed] }],
};
const failing = {
  ...report,
  testResults: [
    {
      name: "src/cart.test.ts",
      status: "failed",
      message: "",
      assertionResults: [
        passed,
        { status: "failed", fullName: "cart removes", failureMessages: ["expected 1 to be 0"] },
      ],
    },
  ],
};

describe("a step's result", () => {
  test("is what Vitest counted", () => {
    expect(findingsOf(JSON.stringify(report), 0)).toEqual({
      passed: 12,
      failed: 0,
      skipped: 2,
      failures: [],
    });
  });

  test("names each failed test with its reason", () => {
    const { failed, failures } = findingsOf(JSON.stringify(failing), 1);
    expect(failed).toBe(1);
    expect(failures).toEqual(["src/cart.test.ts > cart removes\nexpected 1 to be 0"]);
  });

  test("has a failure for each file that failed to load", () => {
    const unloaded = {
      name: "src/lost.test.ts",
      status: "failed",
      message: "no such module",
      assertionResults: [],
    };
    const testResults = [...report.testResults, unloaded];
    const { failed, failures } = findingsOf(JSON.stringify({ ...report, testResults }), 1);
    expect(failed).toBe(1);
    expect(failures).toEqual(["src/lost.test.ts\nno such module"]);
  });

  test("has a failure when the run failed although every test passed", () => {
    expect(findingsOf(JSON.stringify(report), 1).failed).toBe(1);
  });
});

test("failures are repeated just before the summary", () => {
  const step = { name: "unit", seconds: 1, ...findingsOf(JSON.stringify(failing), 1) };
  const told = summary([step]);
  expect(told.indexOf("── failed in unit ──\nsrc/cart.test.ts > cart removes")).toBeGreaterThan(-1);
  expect(told.indexOf("failed in unit")).toBeLessThan(told.indexOf("── summary ──"));
  expect(told.endsWith("12 passed, 1 failed, 2 skipped")).toBe(true);
});

test("the last line of the summary is plain, and names skipped tests only when there are any", () => {
  expect(inWords({ passed: 12, failed: 0, skipped: 0 })).toBe("12 passed, 0 failed");
  expect(inWords({ passed: 12, failed: 1, skipped: 2 })).toBe("12 passed, 1 failed, 2 skipped");
});

test("a step that never ends is stopped with everything that it started, and reported", async () => {
  const program =
    "setInterval(() => {}, 1000); require('node:child_process').spawn('sleep', ['60'], { stdio: 'inherit' })";
  const [result] = await runSteps([checkStep("endless", [[process.execPath, "-e", program]])], {
    lanes: 1,
    stepMinutesMax: 1 / 60,
  });
  expect(result?.failed).toBe(1);
  expect(result?.failures[0]).toContain("endless did not end within");
});

test("a step without a prerequisite fails with the reason", async () => {
  const step = checkStep("browser", [[process.execPath, "-e", ""]], () => {
    throw new Error("No Chromium found. Install one and set CHROMIUM_PATH to its program.");
  });
  const [result] = await runSteps([step], { lanes: 1, stepMinutesMax: 1 });
  expect(result?.failures).toEqual(["No Chromium found. Install one and set CHROMIUM_PATH to its program."]);
});

test("two lanes take one step after another, results keep the order, and a failing step does not stop others", async () => {
  const order: string[] = [];
  const step = (name: string, failed: number, until: Promise<void>): Step => ({
    name,
    run: async () => {
      order.push(`${name} starts`);
      await until;
      order.push(`${name} ends`);
      return { name, passed: 1, failed, skipped: 0, failures: [], seconds: 0 };
    },
  });
  let finish = () => {};
  const late = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const soon = Promise.resolve();
  const steps = runSteps([step("a", 1, late), step("b", 1, soon), step("c", 0, soon)], {
    lanes: 2,
    stepMinutesMax: 1,
  });
  await expect.poll(() => order).toContain("c ends");
  finish();
  const results = await steps;
  expect(order).toEqual(["a starts", "b starts", "b ends", "c starts", "c ends", "a ends"]);
  expect(results.map(({ name }) => name)).toEqual(["a", "b", "c"]);
});

test("a step that others wait for counts as ended even when it failed", async () => {
  const broken = withEnd({ name: "build", run: () => Promise.reject(new Error("no disk")) });
  await expect(broken.step.run(1)).rejects.toThrow("no disk");
  await broken.ended;
});
