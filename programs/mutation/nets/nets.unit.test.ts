import path from "node:path";
import { expect, test } from "vitest";
import { optional, whyMissing } from "./nets.ts";

const root = path.join(import.meta.dirname, "../../..");

test("a net that needs PostgreSQL is missing without its programs", () => {
  for (const net of optional) {
    expect(whyMissing(net, root, () => null)).toBe("PostgreSQL's programs are not on this machine");
    expect(whyMissing(net, root, () => "/usr/bin")).toBeNull();
  }
});
