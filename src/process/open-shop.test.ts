import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLogger } from "#server/core/log.ts";
import type { Database } from "#server/db/database.ts";
import { TinySmtpServer } from "#test/servers/smtp-server.ts";
import { openTestDatabase, testEnvironment } from "#test/shop/shop.ts";
import { openShop, type Role } from "./open-shop.ts";

let folder = "";
let database: Database;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "shop-open-"));
  database = await openTestDatabase();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const quiet = createLogger("silent", Date.now);
const mail = {
  to: { name: "Pat Golfer", address: "pat@example.com" },
  subject: "Hello",
  text: "Hello",
  html: "<p>Hello</p>",
  messageId: "<hello@shop.example>",
};

const roles: Role[] = ["shop", "command"];

test.each(roles)(
  "SMTP_URL gives the same mailer to the running shop and the command line (%s)",
  async (role) => {
    const server = new TinySmtpServer([]);
    const variables = { SMTP_URL: await server.start(), MAIL_FROM: "orders@shop.example", DATA_DIR: folder };
    const opened = await openShop(testEnvironment(variables), { role, database, log: quiet });
    await opened.shop.mailer.send(mail);
    await opened.close();
    // Resolves only when no connection is left open: a command ends when it is done.
    await server.stop();
    expect(server.messages.map(({ to }) => to)).toEqual([["<pat@example.com>"]]);
    expect(existsSync(path.join(folder, "mailbox"))).toBe(false);
  },
);

test("what was opened before a failing step is closed again", async () => {
  const closed: string[] = [];
  const failing = { ...database, close: async () => void closed.push("database") };
  const opening = openShop(testEnvironment({ DATA_DIR: path.join(folder, "none", "\0") }), {
    database: failing,
    log: quiet,
  });
  await expect(opening).rejects.toThrow();
  expect(closed).toEqual(["database"]);
});
