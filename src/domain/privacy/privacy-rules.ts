// How long the owner keeps personal data. The rest is fixed: server/customers/retention/retention-rules.ts.

export type PrivacyRules = {
  /** Name and address of an order are erased so many years after it; null: they stay. */
  orderYears: number | null;
  /** A message is deleted so many days after it was read. */
  messageDays: number;
  /** Name and address of a checkout without an order are erased after so many days. */
  checkoutDays: number;
  /** A shopper waits for a variant for this many days at most. */
  restockDays: number;
};

export type PrivacyField = keyof PrivacyRules;

export const defaultPrivacyRules: PrivacyRules = {
  orderYears: null,
  messageDays: 730,
  checkoutDays: 7,
  restockDays: 365,
};

type Limits = { min: number; max: number; unit: "years" | "days" };

/** The database has the same limits. Whole days and years. */
export const privacyLimits: Record<PrivacyField, Limits> = {
  orderYears: { min: 1, max: 30, unit: "years" },
  messageDays: { min: 30, max: 3650, unit: "days" },
  checkoutDays: { min: 1, max: 40, unit: "days" },
  restockDays: { min: 30, max: 1825, unit: "days" },
};

const DAY_HOURS = 24;

/** Whether a reminder that goes out so many hours after its checkout would find no email anymore; null: there is none. */
export function isReminderTooLate(reminderHours: number | null, { checkoutDays }: PrivacyRules): boolean {
  return reminderHours !== null && reminderHours >= checkoutDays * DAY_HOURS;
}

/** Why the owner's hours of reminders can't be so many. */
export function formatHoursTooMany({ checkoutDays: days }: PrivacyRules): string {
  const kept = days === 1 ? "1 day" : `${days} days`;
  return `Enter at most ${days * DAY_HOURS - 1} hours, because the email of a checkout is erased after ${kept}`;
}

/** Why the owner's days of checkouts can't be so few. */
export function formatDaysTooFew(reminderHours: number): string {
  const days = Math.floor(reminderHours / DAY_HOURS) + 1;
  return `Enter at least ${days} days, because a reminder goes out ${reminderHours} hours after the checkout`;
}

/** What is kept of people, why, and how long; for the owner and for a customer who asks. */
export function listKept(rules: PrivacyRules): { what: string; why: string; keep: string }[] {
  const { orderYears, messageDays, checkoutDays, restockDays } = rules;
  const years = orderYears === 1 ? "1 year" : `${orderYears} years`;
  const days = (count: number) => (count === 1 ? "1 day" : `${count} days`);
  return [
    {
      what: "Orders: number, products, amounts, tax, state",
      why: "Bookkeeping and tax law",
      keep: "Permanently",
    },
    {
      what: "Orders: name, email, phone, postal address, notes, tracking numbers",
      why: "Shipping, support, and refunds",
      keep: orderYears === null ? "Until you erase the customer" : `${years} after the order`,
    },
    {
      what: "Checkouts without an order: name, email, address",
      why: "A payment may still arrive",
      keep: `${days(checkoutDays)}; the rest 40 days`,
    },
    {
      what: "Messages and your replies",
      why: "Support",
      keep: `${days(messageDays)} after you read them; unread ones a year longer`,
    },
    { what: "Returns: the customer’s words", why: "Handling your returns", keep: "730 days after they end" },
    {
      what: "Back-in-stock requests",
      why: "They asked for one email",
      keep: `7 days unconfirmed, ${days(restockDays)} confirmed, 30 days after the email`,
    },
    { what: "Emails: recipient and content", why: "To resend them", keep: "90 days after sending" },
    {
      what: "Reviews: the name they chose, stars, text",
      why: "Shown to shoppers",
      keep: "Until the customer deletes them; 365 days once hidden",
    },
    {
      what: "Anonymized IP addresses",
      why: "Protection against card testing and abuse",
      keep: "1 day at most",
    },
  ];
}
