// An unexpected console.error fails the test that caused it. A test that provokes one on purpose replaces console.error
// itself while it runs.
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
  // Checks only its own spy: a replacement by the test file stays.
  spy.mockRestore();
  expect(complaints, "unexpected console.error").toEqual([]);
});
