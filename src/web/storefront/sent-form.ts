/** The outcome of a form of the store that was sent, with what was typed: a page that has no scripts yet is drawn again. */
export type SentForm<Outcome, Values> = { outcome: Outcome; values: Values };
