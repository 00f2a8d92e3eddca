import { Socket } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { type Answer, TinySmtpServer } from "#test/servers/smtp-server.ts";
import { type Mail, SEND_MS_MAX } from "./mailer.ts";
import { createSmtpMailer, type SmtpMailer } from "./smtp-mailer.ts";

const mail: Mail = {
  to: { name: "Pat Golfer", address: "pat@example.com" },
  subject: "Your order ORD-001",
  text: "Thank you",
  html: "<p>Thank you</p>",
  messageId: "<order_confirmation.1@shop.example>",
  replyTo: "store@shop.example",
};

let server: TinySmtpServer;
let mailer: SmtpMailer;

async function open(answers: Answer[] = [], query = ""): Promise<void> {
  server = new TinySmtpServer(answers);
  const smtpUrl = `${await server.start()}${query}`;
  mailer = createSmtpMailer({ smtpUrl, from: "Golf Pro Shop <orders@shop.example>" });
}
const mailOf = (key: number): Mail => ({ ...mail, messageId: `<${key}@shop.example>` });

afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  mailer.close();
  await server.stop();
});

test("delivers an email with both parts, its sender, its reply address, and its own Message-ID", async () => {
  await open();
  await mailer.send(mail);
  const [message] = server.messages;
  expect(message?.from).toContain("<orders@shop.example>");
  expect(message?.to).toEqual(["<pat@example.com>"]);
  for (const header of [
    "From: Golf Pro Shop <orders@shop.example>",
    "To: Pat Golfer <pat@example.com>",
    "Reply-To: store@shop.example",
    "Subject: Your order ORD-001",
    "Message-ID: <order_confirmation.1@shop.example>",
    "Auto-Submitted: auto-generated",
    "Content-Type: multipart/alternative",
    "Content-Type: text/plain",
    "Content-Type: text/html",
  ]) {
    expect(message?.data).toContain(header);
  }
});

test("[CH-7] an email that is not about an order has an unsubscribe header; no other email does", async () => {
  await open();
  await mailer.send({ ...mail, unsubscribe: "https://shop.example/reviews/x/stop" });
  await mailer.send(mail);
  const [asked, ordered] = server.messages.map(({ data }) => data);
  expect(asked).toContain("List-Unsubscribe: <https://shop.example/reviews/x/stop>");
  expect(asked).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
  expect(ordered).not.toContain("List-Unsubscribe");
});

test("[kind: secrets on the wire] a password is not sent without TLS to another machine, and email without one is", async () => {
  server = new TinySmtpServer([]);
  const { port } = new URL(await server.start());
  // This machine, under a name that is not known to be this machine.
  mailer = createSmtpMailer({ smtpUrl: `smtp://shop:secret@0.0.0.0:${port}`, from: "orders@shop.example" });
  await expect(mailer.send(mail)).rejects.toThrow();
  expect(server.commands.join(" ")).not.toMatch(/AUTH/i);
  mailer.close();
  const smtpUrl = `smtp://0.0.0.0:${port}`;
  mailer = createSmtpMailer({ smtpUrl, from: "orders@shop.example" });
  await mailer.send(mail);
  expect(server.messages).toHaveLength(1);
});

test("a server that says 451 once gets the email at the next attempt, over the same connection", async () => {
  await open(["451 4.3.0 come back later", "250 2.0.0 queued"]);
  await expect(mailer.send(mail)).rejects.toMatchObject({ responseCode: 451 });
  expect(server.messages).toHaveLength(0);
  await mailer.send(mail);
  await mailer.send({ ...mail, messageId: "<second@shop.example>" });
  expect(server.messages.map(({ data }) => /^Message-ID: (.*)$/m.exec(data)?.[1])).toEqual([
    mail.messageId,
    "<second@shop.example>",
  ]);
  expect(server.connections).toBeLessThanOrEqual(2);
});

test("a line break in an address, a name, or a subject adds no recipient and no header", async () => {
  await open();
  const attack = "\r\nBcc: other@example.com\r\nX-Added: yes";
  await expect(
    mailer.send({ ...mail, to: { name: "", address: `pat@example.com${attack}` } }),
  ).rejects.toThrow("not an email");
  await expect(mailer.send({ ...mail, replyTo: `a@example.com${attack}` })).rejects.toThrow("not an email");
  await mailer.send({
    ...mail,
    to: { name: `Pat${attack}`, address: "pat@example.com" },
    subject: `Hello${attack}`,
  });
  expect(server.messages).toHaveLength(1);
  expect(server.messages[0]?.to).toEqual(["<pat@example.com>"]);
  expect(server.messages[0]?.data).not.toMatch(/^(Bcc|X-Added):/im);
  expect(server.commands.filter((command) => command.startsWith("RCPT"))).toHaveLength(1);
});

test("a missing server is an error, not a wait", async () => {
  await open();
  await server.stop();
  await expect(mailer.send(mail)).rejects.toThrow(/ECONNREFUSED/);
  await open();
});

test("many emails share a few connections, as many as the mailer and SMTP_URL allow", async () => {
  for (const [query, connections] of [
    ["", 5],
    ["?maxConnections=2", 2],
  ] as const) {
    await open([], query);
    expect(mailer.atOnce).toBe(connections);
    await Promise.all(Array.from({ length: 120 }, (_, key) => mailer.send(mailOf(key))));
    expect(server.messages).toHaveLength(120);
    expect(server.connections).toBe(connections);
    mailer.close();
    await server.stop();
  }
  await open();
  const smtpUrl = "smtp://127.0.0.1:25?maxConnections=none";
  expect(() => createSmtpMailer({ smtpUrl, from: "" })).toThrow("maxConnections must be a whole number");
});

test("a connection that the server closed since the last email costs no attempt", async () => {
  await open();
  await mailer.send(mailOf(1));
  server.hangUp();
  await mailer.send(mailOf(2));
  expect(server.messages).toHaveLength(2);
});

test("an email whose connection breaks in the middle is not resent here", async () => {
  await open(["250 2.0.0 queued", "hang up", "hang up"]);
  await mailer.send(mailOf(1));
  for (const key of [2, 3])
    await expect(mailer.send(mailOf(key)), "old and new connection").rejects.toThrow();
  await mailer.send(mailOf(4));
  expect(server.messages.map(({ messageId }) => messageId)).toEqual(["<1@shop.example>", "<4@shop.example>"]);
});

test("an aborted email ends right away and frees its slot", async () => {
  await open(["silence"], "?maxConnections=1");
  const cut = new AbortController();
  const first = mailer.send(mailOf(1), cut.signal);
  const next = mailer.send(mailOf(2));
  await expect.poll(() => server.commands).toContain("DATA");
  cut.abort();
  await expect(first).rejects.toThrow("aborted");
  await next;
  expect(server.messages.map(({ messageId }) => messageId)).toEqual(["<2@shop.example>"]);
});

test("[CF-7] a server that scans an email for minutes gets as much time as the outbox waits", async () => {
  const limit = vi.spyOn(Socket.prototype, "setTimeout");
  await open();
  await mailer.send(mail);
  // Before the connection is established, the connect timeout applies.
  expect(limit.mock.lastCall?.[0]).toBeGreaterThanOrEqual(SEND_MS_MAX);
});

test("a connection without an email is closed after 20 seconds", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  await open();
  await mailer.send(mail);
  await new Promise(setImmediate);
  await vi.advanceTimersByTimeAsync(19_999);
  expect(server.commands).not.toContain("QUIT");
  await vi.advanceTimersByTimeAsync(1);
  await vi.waitFor(() => expect(server.commands).toContain("QUIT"));
});
