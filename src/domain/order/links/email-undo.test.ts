import { expect, test } from "vitest";
import { CUSTOMER } from "../corrections.ts";
import { addressRestsUntil, type EmailChange, refuseEmailUndo } from "./email-undo.ts";

const HOUR_MS = 60 * 60_000;
const START = Date.parse("2026-03-01T12:00:00Z");
const OWNER = "owner@example.com";

type Past = { from: string; to: string; actor?: string; undoes?: string };

/** Changes of the email, an hour apart; their ids are "1", "2" and so on. */
const changed = (...past: Past[]) =>
  past.map(({ from, to, actor = CUSTOMER, undoes }, hour): EmailChange => {
    const at = new Date(START + hour * HOUR_MS).toISOString();
    const after = { email: to, ...(undoes === undefined ? {} : { undoes }) };
    return { kind: "email", id: String(hour + 1), actor, at, before: { email: from }, after };
  });
const toThief = { from: "pat", to: "thief" };
const onward = { from: "thief", to: "other" };
const now = { now: START + HOUR_MS, hasShipped: false };

test("[UN-4] a change can be undone until something ships, and for 24 hours at least", () => {
  const at = (hours: number, hasShipped: boolean) =>
    refuseEmailUndo(changed(toThief), "1", { now: START + hours * HOUR_MS, hasShipped });
  expect(at(500, false)).toBeNull();
  expect(at(23, true)).toBeNull();
  expect(at(24, true)).toBe("too_late");
});

test("[UN-4] the first mailbox undoes all changes after it, and none of them undoes that", () => {
  expect(refuseEmailUndo(changed(toThief, onward), "1", now)).toBeNull();
  const undone = changed(toThief, onward, { from: "other", to: "pat", undoes: "1" });
  expect(["1", "2"].map((id) => refuseEmailUndo(undone, id, now))).toEqual(["undone", "undone"]);
  const partly = changed(toThief, onward, { from: "other", to: "thief", undoes: "2" });
  expect(["1", "2"].map((id) => refuseEmailUndo(partly, id, now))).toEqual([null, "undone"]);
  // A later change has its own link again.
  const again = changed(toThief, { from: "thief", to: "pat", undoes: "1" }, { from: "pat", to: "patty" });
  expect(["1", "3"].map((id) => refuseEmailUndo(again, id, now))).toEqual(["undone", null]);
});

test("[UN-4] what the shop has corrected since, an undo, and what never was can't be undone", () => {
  const byShop = changed(toThief, { from: "thief", to: "patty", actor: OWNER });
  expect(["1", "2", "3", ""].map((id) => refuseEmailUndo(byShop, id, now))).toEqual([
    ...["corrected", "not_found", "not_found", "not_found"],
  ]);
  const undo = changed(toThief, { from: "thief", to: "pat", undoes: "1" });
  expect(refuseEmailUndo(undo, "2", now)).toBe("not_found");
});

test("[UN-4] the address rests for an hour after a change by the link, not after an undo or the shop's own", () => {
  const last = (past: Past) => addressRestsUntil(changed(past)[0], START + HOUR_MS - 1);
  expect(last(toThief)).toBe(START + HOUR_MS);
  expect(addressRestsUntil(changed(toThief)[0], START + HOUR_MS)).toBeNull();
  expect(last({ ...toThief, undoes: "1" })).toBeNull();
  expect(last({ ...toThief, actor: OWNER })).toBeNull();
  expect(addressRestsUntil(undefined, START)).toBeNull();
});
