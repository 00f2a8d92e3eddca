import { expect, test } from "vitest";
import { isStored } from "./use-unsaved-guard.ts";

test.each([
  { isSaving: false, state: "idle", stored: false },
  { isSaving: true, state: "submitting", stored: false },
  { isSaving: true, state: "loading", stored: true },
  { isSaving: false, state: "loading", stored: false },
] as const)(
  "[ST-1] a form is stored once it is answered: $state, saving $isSaving",
  ({ isSaving, state, stored }) => {
    expect(isStored(isSaving, state)).toBe(stored);
  },
);
