import { afterEach, beforeEach, expect, test } from "vitest";
import { createTestShop, type TestShop } from "#test/shop.ts";
import { sendDueMails } from "../mail/send-due-mails.ts";
import {
  type ContactRequest,
  MESSAGES_IN_TOTAL_MAX,
  MESSAGES_PER_SENDER_MAX,
  MESSAGES_WINDOW_MS,
  sendContactMessage,
} from "./send-contact-message.ts";

const message = {
  name: "Pat Example",
  email: "pat@example.com",
  subject: "Hat size",
  message: "Which size fits 59 cm?\n\nThanks",
};
const request: ContactRequest = { ...message, honeypot: "", ip: "192.0.2.1" };

let store: TestShop;
beforeEach(async () => {
  store = await createTestShop();
});
afterEach(() => store.close());

const stored = () => store.shop.db.selectFrom("contact_messages").selectAll().execute();

test("[CT-2] a message is stored and mailed to the store, with the sender to reply to", async () => {
  expect(await sendContactMessage(store.shop, request)).toEqual({ ok: true });
  expect(await stored()).toMatchObject([{ ...message, read_at: null }]);
  await sendDueMails(store.shop, { limit: 10 });
  expect(store.mailbox).toHaveLength(1);
  expect(store.mailbox[0]).toMatchObject({
    to: { address: "owner@example.com" },
    replyTo: expect.stringContaining(message.email),
  });
  expect(store.mailbox[0]?.text).toContain("Which size fits 59 cm?");
});

test("[CT-2] a message that is not whole is refused with a text per field and not stored", async () => {
  expect(await sendContactMessage(store.shop, { ...request, email: "pat", message: " " })).toEqual({
    ok: false,
    reason: "invalid",
    errors: { email: "Invalid email address", message: "Please enter a message" },
  });
  expect(await stored()).toEqual([]);
});

test("[CT-2] whoever fills in the trap is thanked and nothing is stored or mailed", async () => {
  expect(await sendContactMessage(store.shop, { ...request, honeypot: "https://example.com" })).toEqual({
    ok: true,
  });
  expect(await stored()).toEqual([]);
  await sendDueMails(store.shop, { limit: 10 });
  expect(store.mailbox).toEqual([]);
});

test("[CT-2] one sender is limited, others are not, and an hour later it is forgotten", async () => {
  for (let sent = 0; sent < MESSAGES_PER_SENDER_MAX; sent++) {
    expect(await sendContactMessage(store.shop, request)).toEqual({ ok: true });
  }
  const refused = { ok: false, reason: "rate_limited" };
  expect(await sendContactMessage(store.shop, request)).toEqual(refused);
  expect(await stored()).toHaveLength(MESSAGES_PER_SENDER_MAX);
  expect(await sendContactMessage(store.shop, { ...request, ip: "192.0.2.2" })).toEqual({ ok: true });
  store.clock.advance(MESSAGES_WINDOW_MS - 1);
  expect(await sendContactMessage(store.shop, request)).toEqual(refused);
  store.clock.advance(1);
  expect(await sendContactMessage(store.shop, request)).toEqual({ ok: true });
});

test("[CT-2] many senders together are limited too", async () => {
  for (let sent = 0; sent < MESSAGES_IN_TOTAL_MAX; sent++) {
    await sendContactMessage(store.shop, { ...request, ip: `198.51.100.${sent}` });
  }
  expect(await stored()).toHaveLength(MESSAGES_IN_TOTAL_MAX);
  expect(await sendContactMessage(store.shop, { ...request, ip: "203.0.113.1" })).toEqual({
    ok: false,
    reason: "rate_limited",
  });
});

test("[CT-2] when the mail can't be queued nothing is stored, and the sender is told", async () => {
  await store.shop.db.schema.alterTable("outbox").renameTo("outbox_elsewhere").execute();
  const outcome = await sendContactMessage(store.shop, request);
  // Tests on the embedded engine share their tables.
  await store.shop.db.schema.alterTable("outbox_elsewhere").renameTo("outbox").execute();
  expect(outcome).toEqual({ ok: false, reason: "unavailable" });
  expect(await stored()).toEqual([]);
});
