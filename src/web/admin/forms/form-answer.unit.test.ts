import { expect, test } from "vitest";
import * as z from "zod";
import { labeled, switchField, wholeNumberField } from "#domain/form/form-fields.ts";
import { answerForm, differencesOf } from "./form-answer.ts";

const message = "At most 72";
const schema = z.object({
  reminds: labeled("Offer a reminder", switchField()),
  hours: labeled("Hours", wholeNumberField({ min: 1, max: 72, message })),
});

function sent(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ intent: "reminders", ...fields })) form.set(name, value);
  return form;
}

test("[EA-5] a refused form comes back with what was typed and what is wrong with each field", () => {
  const refused = { ok: false, reason: "invalid", errors: { hours: message } } as const;
  const { data, init } = answerForm(sent({ hours: "99" }), schema, refused);
  expect(init?.status).toBe(422);
  expect(data).toMatchObject({ intent: "reminders", now: null });
  expect(data.notice).toMatchObject({ tone: "error", title: "Nothing was saved", description: message });
  expect(data.result).toMatchObject({ initialValue: { hours: "99" }, error: { hours: [message] } });
});

test("[EA-5] what only the server knows is wrong is told at its field, too", () => {
  const refused = { ok: false, reason: "invalid", errors: { hours: "At most 23" } } as const;
  const { data } = answerForm(sent({ hours: "24" }), schema, refused, { refused: "Not saved" });
  expect(data.notice).toMatchObject({ title: "Not saved", description: "At most 23" });
  expect(data.result.error).toEqual({ hours: ["At most 23"] });
});

test("[EA-5] a saved form goes on from what is stored", () => {
  const now = { reminds: false, hours: 7 };
  const { data, init } = answerForm(sent({ hours: " 7 " }), schema, { ok: true, now });
  expect([init?.status, data.notice.tone, data.now]).toEqual([200, "success", now]);
});

test("[EA-2] a second tab is told what differs, keeps what it typed, and saves over it next", () => {
  const now = { reminds: true, hours: 12 };
  const { data, init } = answerForm(sent({ hours: "6" }), schema, { ok: false, reason: "changed", now });
  expect(init?.status).toBe(409);
  expect(data.now).toEqual(now);
  expect(differencesOf(schema, now, data.result)).toEqual([
    { label: "Offer a reminder", saved: "on", typed: "off" },
    { label: "Hours", saved: "12", typed: "6" },
  ]);
});
