import { expect, test } from "vitest";
import { undo } from "./undo.ts";

test("a failing step doesn't keep the others from being undone, and is reported", async () => {
  const undone: string[] = [];
  const step = (name: string) => async () => void undone.push(name);
  const failing = async () => {
    throw new Error("The mail server is away.");
  };
  const steps = [step("database"), failing, step("worker")];
  await expect(undo(steps)).rejects.toThrow("The mail server is away.");
  expect(undone).toEqual(["worker", "database"]);
  await undo(steps);
  expect(undone).toEqual(["worker", "database"]);
});
