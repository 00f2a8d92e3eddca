/** A mail that the shop has given up on. `to` is null if the recipient follows from the order. Times are ISO. */
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
