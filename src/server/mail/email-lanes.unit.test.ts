import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { EmailLanes } from "./email-lanes.ts";
import type { ClaimedEmail } from "./queries.ts";
import type { EmailEnd } from "./send-email.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("emails that end within ten milliseconds are recorded together, and a single one waits no longer than that", async () => {
  const lanes = new EmailLanes(4);
  const mails = Array.from({ length: 4 }, () => Promise.withResolvers<EmailEnd>());
  for (const { promise } of mails) lanes.begin({} as ClaimedEmail, promise);
  const two = lanes.nextEnded(null);
  mails[0]?.resolve({ is: "sent" });
  await vi.advanceTimersByTimeAsync(9);
  mails[1]?.resolve({ is: "sent" });
  expect(await two).toHaveLength(2);
  const one = lanes.nextEnded(null);
  mails[2]?.resolve({ is: "sent" });
  await vi.advanceTimersByTimeAsync(10);
  expect(await one).toHaveLength(1);
});
