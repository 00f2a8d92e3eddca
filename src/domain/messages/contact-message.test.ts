import { expect, test } from "vitest";
import { CONTACT_MESSAGE_MAX, parseContactMessage } from "./contact-message.ts";

const message = {
  name: "Pat Example",
  email: "pat@example.com",
  subject: "Hat size",
  message: "Which size fits 59 cm?",
};

test("[CT-2] takes a whole message", () => {
  expect(parseContactMessage(message)).toEqual({ ok: true, value: message });
});

test("[CT-2] asks for each of the four fields", () => {
  const parsed = parseContactMessage({ name: " ", email: "", subject: "\n", message: "\t" });
  expect(parsed.ok).toBe(false);
  expect(Object.keys(parsed.ok ? {} : parsed.errors)).toEqual(["name", "email", "subject", "message"]);
});

test("[CT-2] asks for all four when nothing was sent at all", () => {
  const parsed = parseContactMessage(null);
  expect(parsed.ok ? 0 : Object.keys(parsed.errors).length).toBe(4);
});

test.each(["pat", "pat@", "pat@example", "pat@example.com, sam@example.com", "Pat <pat>"])(
  "[CT-2] refuses %s as an address",
  (email) => {
    expect(parseContactMessage({ ...message, email })).toEqual({
      ok: false,
      errors: { email: "Invalid email address" },
    });
  },
);

test("a line break cannot get from the subject into the head of an email", () => {
  const parsed = parseContactMessage({ ...message, subject: "Hi\r\nBcc: all@example.com" });
  expect(parsed).toMatchObject({ ok: true, value: { subject: "Hi Bcc: all@example.com" } });
});

test("paragraphs of the message stay, control characters and walls of empty lines do not", () => {
  const parsed = parseContactMessage({ ...message, message: "One\r\n\r\nTwo\u0007\n\n\n\n\n\nThree" });
  expect(parsed).toMatchObject({ ok: true, value: { message: "One\n\nTwo\n\n\nThree" } });
});

test("a message has a greatest length", () => {
  const longest = "x".repeat(CONTACT_MESSAGE_MAX);
  expect(parseContactMessage({ ...message, message: longest }).ok).toBe(true);
  expect(parseContactMessage({ ...message, message: `${longest}x` })).toEqual({
    ok: false,
    errors: { message: "Use at most 5,000 characters" },
  });
});
