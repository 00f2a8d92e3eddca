/**
 * An email that the shop has given up on. `to` is null if the recipient follows from the order, whose email the owner may
 * still correct if `takesNewEmail`. Times are ISO.
 */
export type FailedMail = {
  id: string;
  kind: string;
  to: string | null;
  order: { id: string; number: number; customerEmail: string; takesNewEmail: boolean } | null;
  reason: string;
  attempts: number;
  failedAt: string;
};

export const FAILED_MAILS_SHOWN = 50;
