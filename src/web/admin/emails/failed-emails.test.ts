import { expect, test } from "vitest";
import type { FailedMail } from "#domain/mail/failed-mail.ts";
import { drawPart } from "#test/pages/draw-part.ts";
import { FailedMails } from "./failed-emails.tsx";

const mail: FailedMail = {
  ...{
    id: "1",
    kind: "test_mail",
    to: "owner@shop.example",
    order: null,
    reason: "ECONNREFUSED",
    attempts: 13,
  },
  failedAt: "2026-06-01T12:00:00.000Z",
};

const drawn = ({ hasMany }: { hasMany: boolean }) =>
  drawPart(FailedMails, { mails: [mail], hasMany, action: "/admin/mails" });

test("[KN-5] emails that were given up after all their tries can be sent again together, once there are two", () => {
  expect(drawn({ hasMany: true })).toContain("Send all again");
  expect(drawn({ hasMany: false })).not.toContain("Send all again");
  expect(drawn({ hasMany: false })).toContain("ECONNREFUSED");
});
