import { expect, test } from "vitest";
import { newestMessageAt } from "#domain/messages/thread.ts";
import { OWNER as actor, pat } from "#test/sales/people.ts";
import { sell } from "#test/sales/sales.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { countedUuid } from "#test/shop/shop.ts";
import { workQueues } from "../../core/work-queues.ts";
import { handleFailedMail } from "../../mail/failed-mails.ts";
import { sendDueMails } from "../../mail/send-due-mails.ts";
import { answerMessage, markAnswered, markSpam } from "./answer-message.ts";
import { findThread } from "./find-thread.ts";
import { listMessages } from "./list-messages.ts";
import { loadSavedAnswers, saveAnswer } from "./saved-answers.ts";
import { sendContactMessage } from "./send-contact-message.ts";

const store = freshShop();

const all = { query: "", after: null };

/** Answers the message's id. */
async function write(email: string, subject: string): Promise<string> {
  const message = { name: pat.name, email, subject, message: `${subject}?` };
  await sendContactMessage(store.shop, { ...message, honeypot: "", ip: "192.0.2.1" });
  const { messages } = await listMessages(store.shop, { show: "all", query: subject, after: null });
  store.clock.advance(1_000);
  await sendDueMails(store.shop);
  store.mailbox.length = 0;
  return messages[0]?.id ?? "";
}

const reply = (
  id: string,
  replyId = countedUuid(3_000_001),
  body: unknown = "Take M.",
  seen: unknown = null,
) => answerMessage(store.shop, { id, replyId, body, seen, actor });

const emailsOf = async (id: string) =>
  (await findThread(store.shop, { id }))?.entries.flatMap((entry) =>
    entry.kind === "reply" ? [entry.mail] : [],
  );

test("[PE-1] an answer goes out once however often it is sent, to the sender, and asks for answers to the owner", async () => {
  const id = await write(pat.email, "Which size");
  expect(await reply(id)).toEqual({ ok: true, isNew: true });
  expect(await reply(id)).toEqual({ ok: true, isNew: false });
  expect(await emailsOf(id)).toEqual([{ is: "waiting" }]);
  await sendDueMails(store.shop);
  await reply(id);
  await sendDueMails(store.shop);
  expect(store.mailbox).toHaveLength(1);
  expect(store.mailbox[0]).toMatchObject({ to: { address: pat.email }, subject: "Re: Which size" });
  expect(store.mailbox[0]?.text).toContain("Take M.");
  expect(store.mailbox[0]?.text).toContain("> Which size?");
  expect(store.mailbox[0]?.replyTo).toContain("@");
  expect(store.mailbox[0]?.replyTo).not.toBe(pat.email);
  expect(await emailsOf(id)).toMatchObject([{ is: "sent" }]);
});

test("[PE-1] a thread has all that one email wrote, its orders, and is answered as a whole", async () => {
  await sell(store);
  const first = await write(pat.email, "First");
  const second = await write(pat.email.toUpperCase(), "Second");
  await write("kim@example.com", "Other");
  const thread = await findThread(store.shop, { id: second });
  expect(thread?.entries.map((entry) => entry.kind === "message" && entry.subject)).toEqual([
    "First",
    "Second",
  ]);
  expect(thread).toMatchObject({ orderCount: 1, spent: 6_999, isAnswered: false });
  await reply(second);
  const open = await listMessages(store.shop, { ...all, show: "to-answer" });
  expect(open.messages.map(({ subject }) => subject)).toEqual(["Other"]);
  expect((await findThread(store.shop, { id: first }))?.isAnswered).toBe(true);
  store.clock.advance(1_000);
  await write(pat.email, "Third");
  expect((await listMessages(store.shop, { ...all, show: "to-answer" })).messages).toHaveLength(2);
});

test("[PE-1] what came after the page was opened is not read and not answered by what is sent from there", async () => {
  const first = await write(pat.email, "First");
  const second = await write(pat.email, "Second");
  const thread = await findThread(store.shop, { id: first });
  if (!thread) throw new Error("no thread");
  const seen = newestMessageAt(thread);
  const third = await write(pat.email, "Third");
  const list = async (show: "unread" | "to-answer") =>
    (await listMessages(store.shop, { ...all, show })).messages.map(({ subject }) => subject);
  expect(await reply(first, undefined, undefined, seen)).toEqual({ ok: true, isNew: true });
  expect(await list("to-answer")).toEqual(["Third"]);
  expect(await list("unread")).toEqual(["Third"]);
  const mark = (isAnswered: boolean) =>
    markAnswered(store.shop, { id: second, isAnswered, seen: "not a time", actor });
  await mark(false);
  expect(await list("to-answer")).toEqual(["Third", "Second"]);
  await mark(true);
  expect(await list("to-answer")).toEqual(["Third"]);
  expect((await findThread(store.shop, { id: third }))?.isAnswered).toBe(false);
});

test("[PE-1] refused and failed emails are shown in the thread, and can be resent", async () => {
  const id = await write(pat.email, "Bounce");
  await reply(id);
  const send = () => Promise.reject(new Error("550 5.1.1 There is no such mailbox"));
  const refusing = { ...store.shop, mailer: { send } };
  await sendDueMails(refusing);
  expect(await emailsOf(id)).toMatchObject([
    { is: "refused", tries: 1, reason: expect.stringContaining("550") },
  ]);
  for (let tries = 1; tries < workQueues.mails.attemptsMax; tries += 1) {
    store.clock.advance(30 * 24 * 60 * 60_000);
    await sendDueMails(refusing);
  }
  const [failed] = (await emailsOf(id)) ?? [];
  expect(failed).toMatchObject({ is: "failed", reason: expect.stringContaining("550") });
  const mailId = failed?.is === "failed" ? failed.mailId : "";
  expect(await handleFailedMail(store.shop, { id: mailId, action: "retry", actor })).toBe(true);
  await sendDueMails(store.shop);
  expect(store.mailbox).toHaveLength(1);
});

test("[PE-1] spam is in no other list, and an answer takes it out again", async () => {
  const id = await write(pat.email, "Buy now");
  await markSpam(store.shop, { id, isSpam: true, actor });
  expect((await listMessages(store.shop, { ...all, show: "all" })).messages).toEqual([]);
  expect((await listMessages(store.shop, { ...all, show: "suspected" })).messages).toHaveLength(1);
  await reply(id);
  expect((await listMessages(store.shop, { ...all, show: "all" })).messages).toHaveLength(1);
});

test("[PE-1] words are found in all of a message, wildcards are letters", async () => {
  await write(pat.email, "Fits 59 cm");
  const found = async (query: string) =>
    (await listMessages(store.shop, { show: "all", query, after: null })).messages.length;
  expect([await found("59 PAT"), await found("60"), await found("%"), await found("_")]).toEqual([
    1, 0, 0, 0,
  ]);
});

test("[PE-1] nothing is sent without words or to a message that is gone, and saved answers have a name of their own", async () => {
  expect(await reply("nonsense")).toEqual({ ok: false, reason: "not_found" });
  expect(await reply(countedUuid(9))).toEqual({ ok: false, reason: "not_found" });
  expect(await reply(countedUuid(9), countedUuid(8), " ")).toMatchObject({ ok: false, reason: "invalid" });
  const save = (id: string, name: string) =>
    saveAnswer(store.shop, { id, fields: { name, body: "Hi {name}" }, actor });
  expect(await save("", "Sizes")).toMatchObject({ ok: true, now: { name: "", body: "" } });
  expect(await save("", "Sizes")).toMatchObject({ ok: false });
  const [answer] = await loadSavedAnswers(store.shop);
  expect(await save(answer?.id ?? "", "Which size")).toMatchObject({ ok: true, now: { name: "Which size" } });
  expect((await loadSavedAnswers(store.shop)).map(({ name }) => name)).toEqual(["Which size"]);
});
