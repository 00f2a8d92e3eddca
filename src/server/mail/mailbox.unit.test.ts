import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { handleMailbox } from "./handle-mailbox.ts";
import { listMailbox } from "./list-mailbox.ts";
import { createMailboxMailer } from "./mailbox-mailer.ts";
import type { Mail } from "./mailer.ts";

let folder: string;
let now: number;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "shop-mailbox-"));
  now = Date.parse("2026-01-02T03:04:05.678Z");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function mailOf(key: string, changes: Partial<Mail> = {}): Mail {
  return {
    to: { name: "Pat Golfer", address: "pat@example.com" },
    subject: `Order ${key}`,
    text: `Text of ${key}`,
    html: `<p style="color:red">HTML of ${key}</p>`,
    messageId: `<${key}@shop.example>`,
    ...changes,
  };
}

const listed = async () => (await readdir(folder)).filter((name) => name.endsWith(".json"));
const mailer = () => createMailboxMailer({ folder, clock: () => now });
const get = async (address: string) => {
  const response = await handleMailbox(new Request(`http://localhost${address}`), { folder });
  if (!response) throw new Error(`no answer for ${address}`);
  return response;
};

test("stores one complete file per email and lists the newest first", async () => {
  const { send } = mailer();
  await send(mailOf("one"));
  now += 1;
  await send(mailOf("two", { replyTo: "store@shop.example" }));
  const names = await listed();
  expect(names.every((name) => /^\d{17}-[0-9a-f]{16}\.json$/.test(name))).toBe(true);
  const mails = await listMailbox(folder);
  expect(mails.map((mail) => mail.subject)).toEqual(["Order two", "Order one"]);
  expect(mails[0]).toMatchObject({
    ...mailOf("two", { replyTo: "store@shop.example" }),
    at: "2026-01-02T03:04:05.679Z",
  });
  expect(await listMailbox(folder, { limit: 1 })).toHaveLength(1);
});

test("the first email creates the mailbox's folder, and is in it", async () => {
  const place = path.join(folder, "not/yet");
  await createMailboxMailer({ folder: place, clock: () => now }).send(mailOf("one"));
  expect(await listMailbox(place)).toHaveLength(1);
});

test("a mailbox that can't be read is not mistaken for an empty one", async () => {
  const file = path.join(folder, "file");
  await writeFile(file, "");
  await expect(listMailbox(file)).rejects.toMatchObject({ code: "ENOTDIR" });
  expect(await listMailbox(path.join(folder, "none yet"))).toEqual([]);
});

test("[CF-7] writes the same email once, however often and however concurrently it is sent", async () => {
  const { send } = mailer();
  const others = [mailer(), mailer()];
  await Promise.all([
    send(mailOf("one")),
    send(mailOf("one")),
    ...others.map((other) => other.send(mailOf("one"))),
  ]);
  now += 60_000;
  await mailer().send(mailOf("one"));
  expect(await listed()).toHaveLength(1);
  expect(await readdir(path.join(folder, "ids"))).toHaveLength(1);
});

test("an email whose process died before it was listed is listed at the next attempt, at its original time", async () => {
  await mailer().send(mailOf("one"));
  const [name = ""] = await listed();
  await rm(path.join(folder, name));
  now += 60_000;
  await mailer().send(mailOf("one"));
  expect(await listed()).toEqual([name]);
});

test("refuses a recipient that is not a single plain address", async () => {
  const to = { name: "Pat", address: "pat@example.com\r\nBcc: other@example.com" };
  await expect(mailer().send(mailOf("one", { to }))).rejects.toThrow("not an email address");
  expect(await readdir(folder)).toHaveLength(0);
});

test("damaged files and files that are not emails are skipped", async () => {
  await mailer().send(mailOf("one"));
  await writeFile(path.join(folder, "20260102030405999-0123456789abcdef.json"), "{");
  await writeFile(path.join(folder, "20260102030405998-0123456789abcdef.json"), '{"subject":1}');
  await writeFile(path.join(folder, "notes.json"), "{}");
  expect(await listMailbox(folder)).toHaveLength(1);
});

test("a mailbox that is empty or has no folder says so", async () => {
  expect(await (await get("/dev/mailbox")).text()).toContain("No emails yet");
  await rm(folder, { recursive: true });
  expect((await get("/dev/mailbox")).status).toBe(200);
});

test("the pages list the emails and show both parts of one, with strangers' words as text", async () => {
  await mailer().send(mailOf("one", { subject: "<script>alert(1)</script>", text: "</pre><b>x" }));
  const [mail] = await listMailbox(folder);
  const list = await (await get("/dev/mailbox")).text();
  expect(list).toContain(`href="/dev/mailbox/${mail?.id}"`);
  expect(list).not.toContain("<script>");
  const page = await (await get(`/dev/mailbox/${mail?.id}`)).text();
  expect(page).toContain("&lt;/pre&gt;&lt;b&gt;x");
  expect(page).toContain(`<iframe src="/dev/mailbox/${mail?.id}/html"`);
  expect(page).not.toMatch(/<script|style="/);
  const styles = await get("/dev/mailbox.css");
  expect(styles.headers.get("Content-Type")).toBe("text/css; charset=utf-8");
});

test("the list and the page of an email say when it was sent, to the second", async () => {
  await mailer().send(mailOf("one"));
  const [mail] = await listMailbox(folder);
  for (const address of ["/dev/mailbox", `/dev/mailbox/${mail?.id}`]) {
    const page = await (await get(address)).text();
    expect(page).toContain('<time datetime="2026-01-02T03:04:05.678Z">2026-01-02 03:04:05 UTC</time>');
  }
});

test("an email's page shows its Reply-To address, if it has one", async () => {
  await mailer().send(mailOf("one", { replyTo: "store@shop.example" }));
  now += 1;
  await mailer().send(mailOf("two"));
  const [plain, answered] = await listMailbox(folder);
  const pageOf = async (id = "") => (await get(`/dev/mailbox/${id}`)).text();
  expect(await pageOf(answered?.id)).toContain("<dt>Reply to</dt><dd>store@shop.example</dd>");
  expect(await pageOf(plain?.id)).not.toContain("Reply to");
});

test("an email's HTML part is served in a sandbox that runs no script", async () => {
  await mailer().send(mailOf("one"));
  const [mail] = await listMailbox(folder);
  const part = await get(`/dev/mailbox/${mail?.id}/html`);
  expect(await part.text()).toBe(mailOf("one").html);
  const policy = part.headers.get("Content-Security-Policy") ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).toMatch(/sandbox(?!.*allow-(scripts|same-origin))/);
});

test("unknown emails are 404, so are paths outside the folder; other methods are 405, other paths not handled", async () => {
  await writeFile(path.join(folder, "secret.json"), JSON.stringify(mailOf("secret")));
  for (const id of ["nothing", "secret", "..%2F..%2Fsecret", "20260102030405999-0123456789abcdef"]) {
    expect((await get(`/dev/mailbox/${id}`)).status).toBe(404);
  }
  const posted = await handleMailbox(new Request("http://localhost/dev/mailbox", { method: "POST" }), {
    folder,
  });
  expect(posted?.status).toBe(405);
  expect(await handleMailbox(new Request("http://localhost/dev/mailboxes"), { folder })).toBeNull();
});
