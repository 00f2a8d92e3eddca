// A shopper who leaves the checkout gets one email, if they ticked the box and the owner has it turned on.
export const REMINDER_HOURS = { min: 1, max: 72, usual: 4 };

/** What came of the reminders of the last weeks. */
export type ReminderFigures = { sent: number; cameBack: number; bought: number };

/** An item of an abandoned cart, without its price: the current one applies. */
export type LeftLine = { productId: string; selectedOption: string | null; quantity: number };
