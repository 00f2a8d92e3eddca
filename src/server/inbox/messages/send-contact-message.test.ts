import { describe, expect, test } from "vitest";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { sendDueMails } from "../../mail/send-due-mails.ts";
import { recallWaiting } from "../../operations/alerts/count-waiting.ts";
import { listMessages } from "./list-messages.ts";
import { deleteOldSuspected } from "./queries.ts";
import {
  type ContactRequest,
  MAILED_IN_TOTAL_MAX,
  MAILED_PER_ADDRESS_MAX,
  MESSAGES_PER_SENDER_MAX,
  MESSAGES_WINDOW_MS,
  sendContactMessage,
  sweepMessages,
} from "./send-contact-message.ts";

const message = {
  name: "Pat Example",
  email: "pat@example.com",
  subject: "Hat size",
  message: "Which size fits 59 cm?\n\nThanks",
};
const request: ContactRequest = { ...message, honeypot: "", ip: "192.0.2.1" };

const store = freshShop();

const stored = () => store.shop.db.selectFrom("contact_messages").selectAll().execute();

test("[CT-2] a message is stored and emailed to the store, with the sender to reply to", async () => {
  expect(await sendContactMessage(store.shop, request)).toEqual({ ok: true });
  expect(await stored()).toMatchObject([{ ...message, read_at: null }]);
  expect(await recallWaiting(store.shop)).toMatchObject({ messages: 1 });
  await sendDueMails(store.shop, { limit: 10 });
  expect(store.mailbox).toHaveLength(1);
  expect(store.mailbox[0]).toMatchObject({
    to: { address: "owner@example.com" },
    replyTo: expect.stringContaining(message.email),
  });
  expect(store.mailbox[0]?.text).toContain("Which size fits 59 cm?");
  await sendContactMessage(store.shop, { ...request, message: "And which one fits 60 cm?" });
  store.clock.advance(9_999);
  expect(await recallWaiting(store.shop), "another process may count so late").toMatchObject({ messages: 1 });
  store.clock.advance(1);
  expect(await recallWaiting(store.shop)).toMatchObject({ messages: 2 });
});

test("[CT-2] a message that is not whole is refused with a text per field and not stored", async () => {
  expect(await sendContactMessage(store.shop, { ...request, email: "pat", message: " " })).toEqual({
    ok: false,
    reason: "invalid",
    errors: { email: "Invalid email address", message: "Please enter a message" },
  });
  expect(await stored()).toEqual([]);
});

test("[CT-2] a bot that fills in the trap is thanked, and nothing is stored or emailed", async () => {
  expect(await sendContactMessage(store.shop, { ...request, honeypot: "https://example.com" })).toEqual({
    ok: true,
  });
  expect(await stored()).toEqual([]);
  await sendDueMails(store.shop, { limit: 10 });
  expect(store.mailbox).toEqual([]);
});

test("[CT-2] one sender is limited, others are not, and an hour later it is forgotten", async () => {
  for (let sent = 0; sent < MESSAGES_PER_SENDER_MAX; sent++) {
    const email = `pat${sent}@example.com`;
    expect(await sendContactMessage(store.shop, { ...request, email })).toEqual({ ok: true });
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

test("[TR-5] rotating inside one /64 is one sender", async () => {
  const send = (index: number) => {
    const sender = { ip: `2001:db8:1:2::${index.toString(16)}`, email: `pat${index}@example.com` };
    return sendContactMessage(store.shop, { ...request, ...sender });
  };
  for (let sent = 0; sent < MESSAGES_PER_SENDER_MAX; sent++) expect((await send(sent)).ok).toBe(true);
  expect(await send(99)).toEqual({ ok: false, reason: "rate_limited" });
});

describe("[TR-12] no one can close the form for everyone", () => {
  const suspected = async () => (await stored()).filter((row) => row.is_suspected);
  const mails = async () => {
    await sendDueMails(store.shop, { limit: 200 });
    return store.mailbox.map(({ subject }) => subject.split(":")[0]);
  };

  test("in a flood from many networks an honest message still gets through, and the owner is not flooded", async () => {
    for (let sent = 0; sent < 110; sent++) {
      const flood = { ip: `198.51.100.${sent}`, email: `bot${sent}@example.com` };
      expect(await sendContactMessage(store.shop, { ...request, ...flood })).toEqual({ ok: true });
    }
    const honest = { ...request, ip: "203.0.113.1", subject: "Where is my order?" };
    expect(await sendContactMessage(store.shop, honest)).toEqual({ ok: true });
    expect((await suspected()).map(({ subject }) => subject)).toContain("Where is my order?");
    expect(await stored()).toHaveLength(111);
    const sent = await mails();
    expect(sent.filter((subject) => subject === "Contact form")).toHaveLength(MAILED_IN_TOTAL_MAX);
    expect(sent.filter((subject) => subject === "Unusually many contact form messages")).toHaveLength(1);
    expect(store.mailbox.at(-1)?.text).toContain("/admin/messages?show=suspected");
  });

  test("using up someone else's email does not close the form for them", async () => {
    for (let sent = 0; sent <= MAILED_PER_ADDRESS_MAX; sent++) {
      await sendContactMessage(store.shop, { ...request, ip: `198.51.100.${sent}` });
    }
    expect(await sendContactMessage(store.shop, { ...request, email: "PAT@example.com" })).toEqual({
      ok: true,
    });
    expect(await suspected()).toHaveLength(2);
    store.clock.advance(MESSAGES_WINDOW_MS);
    await sendContactMessage(store.shop, request);
    expect(await suspected()).toHaveLength(2);
  });

  test("suspected messages have a list of their own, and of a flood the newest are kept", async () => {
    const count = MAILED_PER_ADDRESS_MAX + 3;
    for (let sent = 0; sent < count; sent++) {
      await sendContactMessage(store.shop, { ...request, subject: `S${sent}`, ip: `198.51.100.${sent}` });
      store.clock.advance(1);
    }
    const listed = async (show: "all" | "unread" | "suspected") =>
      (await listMessages(store.shop, { show, query: "", after: null })).messages.map(
        ({ subject }) => subject,
      );
    expect(await listed("all")).toEqual(["S4", "S3", "S2", "S1", "S0"]);
    expect(await listed("unread")).toHaveLength(MAILED_PER_ADDRESS_MAX);
    expect(await listed("suspected")).toEqual(["S7", "S6", "S5"]);
    await deleteOldSuspected(store.shop.db, 2);
    expect(await listed("suspected")).toEqual(["S7", "S6"]);
    await sweepMessages(store.shop);
    expect(await stored()).toHaveLength(count - 1);
  });
});

test("[CT-2] when the email can't be queued, nothing is stored, and the sender sees an error", async () => {
  await store.shop.db.schema.alterTable("outbox").renameTo("outbox_elsewhere").execute();
  const outcome = await sendContactMessage(store.shop, request);
  // Tests on the embedded engine share their tables.
  await store.shop.db.schema.alterTable("outbox_elsewhere").renameTo("outbox").execute();
  expect(outcome).toEqual({ ok: false, reason: "unavailable" });
  expect(await stored()).toEqual([]);
});
