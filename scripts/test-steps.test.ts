import { describe, expect, test } from "vitest";
import { countsOf, inWords, runSteps, type Step, told } from "./test-steps.ts";

const report = {
  numPassedTests: 12,
  numFailedTests: 0,
  numPendingTests: 1,
  numTodoTests: 1,
  testResults: [{ status: "passed", assertionResults: [{}] }],
};

describe("the count of a step", () => {
  test("is what Vitest counted", () => {
    expect(countsOf(JSON.stringify(report), 0)).toEqual({ passed: 12, failed: 0, skipped: 2 });
    const failing = { ...report, numFailedTests: 3 };
    expect(countsOf(JSON.stringify(failing), 1)).toEqual({ passed: 12, failed: 3, skipped: 2 });
  });

  test("has a failure for each file that could not be loaded", () => {
    const testResults = [...report.testResults, { status: "failed", assertionResults: [] }];
    expect(countsOf(JSON.stringify({ ...report, testResults }), 1).failed).toBe(1);
  });

  test("has a failure when the run failed although every test passed", () => {
    expect(countsOf(JSON.stringify(report), 1).failed).toBe(1);
  });
});

test("the last line of the summary is plain, and names skipped tests only when there are any", () => {
  expect(inWords({ passed: 12, failed: 0, skipped: 0 })).toBe("12 passed, 0 failed");
  expect(inWords({ passed: 12, failed: 1, skipped: 2 })).toBe("12 passed, 1 failed, 2 skipped");
});

test("two lanes take one step after another, results keep the order, and a failed step stops nothing", async () => {
  const order: string[] = [];
  const step = (name: string, failed: number, until: Promise<void>): Step => ({
    name,
    run: async () => {
      order.push(`${name} starts`);
      await until;
      order.push(`${name} ends`);
      return { name, passed: 1, failed, skipped: 0, seconds: 0 };
    },
  });
  let finish = () => {};
  const late = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const soon = Promise.resolve();
  const steps = runSteps([step("a", 1, late), step("b", 1, soon), step("c", 0, soon)], 2);
  await expect.poll(() => order).toContain("c ends");
  finish();
  const results = await steps;
  expect(order).toEqual(["a starts", "b starts", "b ends", "c starts", "c ends", "a ends"]);
  expect(results.map(({ name }) => name)).toEqual(["a", "b", "c"]);
});

test("a step that others wait for has ended for them even when it broke", async () => {
  const broken = told({ name: "build", run: () => Promise.reject(new Error("no disk")) });
  await expect(broken.step.run()).rejects.toThrow("no disk");
  await broken.ended;
});
