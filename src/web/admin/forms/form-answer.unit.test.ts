import { expect, test } from "vitest";
import { fieldsOfForm, refusedForm, savedForm } from "./form-answer.ts";

function sent(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

test("[EA-5] a refused form shows what was typed and what is wrong, and no other form of its page does", () => {
  const { data, init } = refusedForm(sent({ intent: "reminders", hours: "99" }), { hours: "At most 72" });
  expect(init?.status).toBe(422);
  expect(data.notice).toMatchObject({ tone: "error", title: "Nothing was saved", description: "At most 72" });
  const own = fieldsOfForm(data, "reminders");
  expect(own.field("hours", 4)).toEqual({ name: "hours", defaultValue: "99", error: "At most 72" });
  expect(own.isOn("reminds", true), "a switch that was off sent nothing").toBe(false);
  const other = fieldsOfForm(data, "review-requests");
  expect(other.field("hours", 4)).toEqual({ name: "hours", defaultValue: 4, error: undefined });
  expect(other.isOn("asks", true)).toBe(true);
});

test("[EA-5] a saved form starts anew from what is stored", () => {
  const { data } = savedForm(sent({ intent: "rules", days: " 7 " }));
  expect(data.notice.tone).toBe("success");
  expect(fieldsOfForm(data, "rules").field("days", 7)).toEqual({
    name: "days",
    defaultValue: 7,
    error: undefined,
  });
});
