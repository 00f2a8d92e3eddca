import { expect, test } from "vitest";
import { OWNER as actor } from "#test/sales/people.ts";
import { sell } from "#test/sales/sales.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { workQueues } from "../../core/work-queues.ts";
import {
  handleFailedMail,
  hasOutageLeftMails,
  listFailedMails,
  retryFailedMails,
} from "../../mail/failed-mails.ts";
import { queueMail } from "../../mail/queue-mail.ts";
import { sendDueMails } from "../../mail/send-due-mails.ts";
import { listMessages, MESSAGES_PER_PAGE } from "./list-messages.ts";
import { markMessage } from "./mark-message.ts";
import { sendContactMessage } from "./send-contact-message.ts";

const all = { show: "all", query: "", after: null } as const;

const store = freshShop();

async function write(subject: string, ip = "192.0.2.1") {
  const message = { name: "Pat", email: `${ip}@example.com`, subject, message: "Which?" };
  expect(await sendContactMessage(store.shop, { ...message, honeypot: "", ip })).toEqual({ ok: true });
}

test("messages are listed newest first, page by page", async () => {
  for (let index = 0; index <= MESSAGES_PER_PAGE; index += 1) {
    await write(`S${index}`, `192.0.2.${index}`);
    store.clock.advance(1);
  }
  const first = await listMessages(store.shop, all);
  expect(first.messages).toHaveLength(MESSAGES_PER_PAGE);
  expect(first.messages[0]).toMatchObject({ subject: `S${MESSAGES_PER_PAGE}`, readAt: null });
  const second = await listMessages(store.shop, { ...all, after: first.next });
  expect(second.messages.map(({ subject }) => subject)).toEqual(["S0"]);
  expect(second.next).toBeNull();
});

test("a message is marked as read and as unread again, each change once in the audit log", async () => {
  await write("Size");
  const id = (await listMessages(store.shop, all)).messages[0]?.id;
  for (const isRead of [true, true, false]) await markMessage(store.shop, { id, isRead, actor });
  await markMessage(store.shop, { id: "nonsense", isRead: true, actor });
  expect((await listMessages(store.shop, { ...all, show: "unread" })).messages).toHaveLength(1);
  const audit = await store.shop.db.selectFrom("admin_audit").select("after").orderBy("id").execute();
  expect(audit).toEqual([{ after: { isRead: true } }, { after: { isRead: false } }]);
});

test("a failed email is sent again or dismissed, by the first who says so", async () => {
  await sell(store);
  await store.shop.db
    .updateTable("outbox")
    .set({ dead_at: new Date(store.clock.now()), last_error: "550 no" })
    .execute();
  const mails = await listFailedMails(store.shop);
  expect(mails.map(({ kind, reason }) => `${kind}: ${reason}`).sort()).toEqual([
    "order_confirmation: 550 no",
    "owner_new_order: 550 no",
  ]);
  // The customer's email can be corrected on the order's page; the owner's stands in the settings.
  expect(mails.map(({ kind, order }) => [kind, order?.takesNewEmail]).sort()).toEqual([
    ["order_confirmation", true],
    ["owner_new_order", false],
  ]);
  const [one, other] = mails;
  expect(await handleFailedMail(store.shop, { id: one?.id, action: "retry", actor })).toBe(true);
  expect(await handleFailedMail(store.shop, { id: one?.id, action: "retry", actor })).toBe(false);
  expect(await handleFailedMail(store.shop, { id: other?.id, action: "dismiss", actor })).toBe(true);
  expect(await handleFailedMail(store.shop, { id: other?.id, action: "retry", actor })).toBe(false);
  expect(await handleFailedMail(store.shop, { id: "1 or 1=1", action: "retry", actor })).toBe(false);
  expect(await listFailedMails(store.shop)).toEqual([]);
  await sendDueMails(store.shop, { limit: 10 });
  expect(store.mailbox).toHaveLength(1);
});

test("[KN-5] emails that a long outage left are sent again by one press, the oldest first, and no others", async () => {
  const { shop } = store;
  await sell(store);
  await sell(store);
  const now = new Date(store.clock.now());
  const attemptsMax = workQueues.mails.attemptsMax;
  await shop.db.updateTable("outbox").set({ dead_at: now, attempts: attemptsMax, next_at: now }).execute();
  const [first, second, cantBeWritten, dismissed] = await shop.db
    .selectFrom("outbox")
    .select("id")
    .orderBy("id")
    .execute();
  const change = (id: string | undefined, to: { attempts: number } | { dismissed_at: Date }) =>
    shop.db.updateTable("outbox").set(to).where("id", "=", String(id)).execute();
  await change(cantBeWritten?.id, { attempts: 1 });
  await change(dismissed?.id, { dismissed_at: now });
  expect(await hasOutageLeftMails(shop)).toBe(true);
  expect(await retryFailedMails(shop, { actor })).toBe(2);
  expect(await hasOutageLeftMails(shop)).toBe(false);
  expect(await retryFailedMails(shop, { actor })).toBe(0);
  await sendDueMails(shop);
  const sent = store.logs.filter(({ event }) => event === "mail.sent").map(({ id }) => id);
  expect(sent).toEqual([first?.id, second?.id]);
  expect((await listFailedMails(shop)).map(({ id }) => id)).toEqual([cantBeWritten?.id]);
  const audit = await shop.db.selectFrom("admin_audit").select(["action", "after"]).execute();
  expect(audit).toEqual([{ action: "mail.all_retried", after: { mails: 2 } }]);
});

test("a new email is offered for emails that went to the order's own, not for those to the owner or to an earlier one", async () => {
  const { shop } = store;
  const { orderId } = await sell(store);
  const now = new Date(store.clock.now());
  for (const [kind, to] of [
    ["return_asked", null],
    ["order_changed", "old@example.com"],
  ] as const)
    await queueMail(shop.db, { kind, uniqueKey: `${kind}:1`, orderId, to, payload: {}, now });
  await shop.db.updateTable("outbox").set({ dead_at: now }).execute();
  const mails = await listFailedMails(shop);
  expect(mails.map(({ kind, order }) => [kind, order?.takesNewEmail]).sort()).toEqual([
    ["order_changed", false],
    ["order_confirmation", true],
    ["owner_new_order", false],
    ["return_asked", false],
  ]);
});
