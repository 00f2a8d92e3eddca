import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import type { FailedMail } from "#domain/mail/failed-mail.ts";
import { FailedMails } from "./failed-mails.tsx";

const mailOf = (id: string, hasHadAllTries: boolean): FailedMail => ({
  ...{ id, kind: "test_mail", to: "owner@shop.example", order: null, reason: "ECONNREFUSED", attempts: 13 },
  ...{ hasHadAllTries, failedAt: "2026-06-01T12:00:00.000Z" },
});

function drawn(mails: FailedMail[]): string {
  const Component = () => createElement(FailedMails, { mails, action: "/admin/mails" });
  return renderToStaticMarkup(createElement(createRoutesStub([{ path: "/", Component }])));
}

test("[KN-5] mails that were given up after all their tries can be sent again together, once there are two", () => {
  const allAgain = "Send all again";
  expect(drawn([mailOf("1", true), mailOf("2", true)])).toContain(allAgain);
  expect(drawn([mailOf("1", true), mailOf("2", false)])).not.toContain(allAgain);
  expect(drawn([mailOf("1", true)])).toContain("ECONNREFUSED");
});
