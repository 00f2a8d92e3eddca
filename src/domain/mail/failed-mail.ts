/** A mail that the shop gave up. `to` is null for a mail whose recipient follows from its order. Times are ISO. */
export type FailedMail = {
  id: string;
  kind: string;
  to: string | null;
  order: { id: string; number: number; customerEmail: string } | null;
  reason: string;
  attempts: number;
  failedAt: string;
};

export const FAILED_MAILS_SHOWN = 50;
