// An unexpected console.error is a failure that nobody looked at: it fails the test that caused it.
// A test that provokes one on purpose replaces console.error itself for its own duration.
import { afterEach, beforeEach, expect, type MockInstance, vi } from "vitest";

let complaints: unknown[][] = [];
let spy: MockInstance<typeof console.error>;

beforeEach(() => {
  complaints = [];
  spy = vi.spyOn(console, "error").mockImplementation((...message: unknown[]) => {
    complaints.push(message);
  });
});

afterEach(() => {
  // Only its own spy: what a test file replaced for all of its tests stays as it is.
  spy.mockRestore();
  expect(complaints, "unexpected console.error").toEqual([]);
});
