import { expect, test } from "vitest";
import { importForm } from "./import-form.ts";

test("[EA-3] an import needs a file or pasted rows", () => {
  const empty = new File([], "");
  for (const sent of [{ text: "  " }, { file: empty, text: "" }, { file: "x" }]) {
    const [issue] = importForm.safeParse(sent).error?.issues ?? [];
    expect([issue?.path, issue?.message]).toEqual([["file"], "Choose a CSV file, or paste its rows."]);
  }
  expect(importForm.parse({ text: "Name" })).toEqual({ file: null, text: "Name" });
  const file = new File(["Name"], "caps.csv");
  expect(importForm.parse({ file }).file).toBe(file);
});
