import { expect, test } from "vitest";
import * as z from "zod";
import { defaultBrand } from "#domain/brand/default-brand.ts";
import { partForms } from "#domain/brand/form/part-form.ts";
import {
  blankForm,
  labeled,
  secretField,
  switchField,
  textField,
  wholeNumberField,
} from "#domain/form/form-fields.ts";
import { failure } from "../frame/notices.ts";
import { answerForm, differencesOf } from "./form-outcome.ts";

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

test("[EA-3] a form that is refused in part says what was saved anyway", () => {
  const now = { hours: 7 };
  const refused = { ok: false, reason: "invalid", errors: { reminds: "Not now" }, now } as const;
  const { data } = answerForm(sent({ hours: "7" }), schema, refused);
  expect([data.notice.tone, data.now, data.result.error]).toEqual(["error", now, { reminds: ["Not now"] }]);
});

test("[EA-5] a saved form goes on from what is stored", () => {
  const now = { reminds: false, hours: 7 };
  const { data, init } = answerForm(sent({ hours: " 7 " }), schema, { ok: true, now });
  expect([init?.status, data.notice.tone, data.now]).toEqual([200, "success", now]);
});

test("[ST-2] a password is never sent back, whatever the outcome of the form", () => {
  const secrets = z.object({
    email: labeled("Email", textField()),
    password: secretField("Password", "Password is required"),
  });
  const typed = sent({ email: "kim@example.com", password: "a long pass phrase" });
  const now = { email: "kim@example.com" };
  const outcomes = [
    null,
    { ok: true, now },
    { ok: false, reason: "changed", now },
    { ok: false, reason: "invalid", errors: { "": "Wrong" } },
  ] as const;
  for (const outcome of outcomes) {
    const { data } = answerForm(typed, secrets, outcome);
    expect(JSON.stringify(data)).not.toContain("pass phrase");
    expect(data.result.initialValue).toMatchObject({ email: "kim@example.com" });
  }
  expect(blankForm(secrets)).toEqual({ email: "", password: "" });
});

test("[EA-5] a form may say another message than what is wrong, and have a status of its own", () => {
  const wrong = { ok: false, reason: "invalid", errors: { "": "Try again" } } as const;
  const refused = failure("Sign in failed", "Invalid email or password");
  const { data, init } = answerForm(sent({}), schema, wrong, { refused, init: { status: 401 } });
  expect([init?.status, data.notice, data.result.error?.[""]]).toEqual([401, refused, ["Try again"]]);
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

test("[EA-2] [BR-7] of a part of the online store, it is told so field by field", () => {
  const [, hero] = defaultBrand.home;
  const quote = { id: "q", kind: "quote", isOn: true, text: "Soft.", who: "" };
  const formOf = (...home: object[]) => ({ home: JSON.stringify(home) });
  const now = formOf({ ...hero, heading: "Belts" }, quote);
  const link = { label: "See all", kind: "page", ref: "shop" };
  const typed = formOf({ ...hero, heading: "Bags", first: link }, quote, {
    ...quote,
    id: "r",
    text: "Sturdy.",
  });
  expect(
    differencesOf(partForms.home, now, { initialValue: typed, fields: ["home"] }).map(Object.values),
  ).toEqual([
    ["Blocks", "Hero, Quote 1", "Hero, Quote 1, Quote 2"],
    ["Hero: Heading", "Belts", "Bags"],
    ["Hero: First button: Label", "Shop Now", "See all"],
    ["Quote 2: Shown", "(blank)", "on"],
    ["Quote 2: Text", "(blank)", "Sturdy."],
  ]);
});
