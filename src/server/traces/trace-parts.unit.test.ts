import { describe, expect, test } from "vitest";
import { statementName } from "./trace-parts.ts";

describe("the name of a statement", () => {
  test.each([
    ["select id from orders where id = $1", "select orders"],
    ['insert into "contact_messages" ("id") values ($1)', "insert contact_messages"],
    ["update outbox set sent_at = $1", "update outbox"],
    [{ text: "delete from limit_uses" }, "delete limit_uses"],
    ["begin", "begin"],
    ["select settle_payment($1)", "select"],
    [undefined, "statement"],
  ])("%s → %s", (statement, name) => {
    expect(statementName(statement)).toBe(name);
  });
});
