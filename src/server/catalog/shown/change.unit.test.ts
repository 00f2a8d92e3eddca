import { expect, test } from "vitest";
import { readChange } from "./change.ts";

const id = "0d9ff4d4-6c9c-4c6e-9d4f-2f6f0f7f8f9f";

test("a message names a product, or the settings", () => {
  expect(readChange(`product ${id}`)).toEqual({ kind: "product", id });
  expect(readChange("settings")).toEqual({ kind: "settings" });
});

test.each(["", "everything", "product", "product x", `products ${id}`, "settings "])(
  "the message %j may be about anything",
  (payload) => {
    expect(readChange(payload)).toEqual({ kind: "everything" });
  },
);
