import type { Fault } from "./faults.ts";

export type FaultPreset = { name: string; label: string; fault: Fault };

/** The faults that the owner's page offers, in its order and words. */
export const FAULT_PRESETS: readonly {
  title: string;
  about: string;
  takesEventType?: true;
  presets: FaultPreset[];
}[] = [
  {
    title: "The next webhook",
    about: "How the news of a payment reaches the shop.",
    takesEventType: true,
    presets: [
      { name: "late", label: "30 seconds late", fault: { kind: "webhook_late" } },
      { name: "twice", label: "Twice", fault: { kind: "webhook_twice" } },
      { name: "lost", label: "Lost", fault: { kind: "webhook_lost" } },
      { name: "out-of-order", label: "Out of order", fault: { kind: "webhook_out_of_order" } },
    ],
  },
  {
    title: "The next payment",
    about: "Whatever card is typed. 4242 4242 4242 4242 will do.",
    presets: [
      { name: "declined", label: "Declined by the bank", fault: { kind: "payment_declined" } },
      { name: "authenticates", label: "Asks for 3-D Secure", fault: { kind: "payment_authenticates" } },
      { name: "tab-closed", label: "Paid, and the tab is closed at once", fault: { kind: "tab_closed" } },
      {
        name: "processing-succeeds",
        label: "Processing for a minute, then succeeds",
        fault: { kind: "payment_processing", outcome: "succeeded" },
      },
      {
        name: "processing-fails",
        label: "Processing for a minute, then fails",
        fault: { kind: "payment_processing", outcome: "failed" },
      },
      {
        name: "processing-stays",
        label: "Processing until settled by hand",
        fault: { kind: "payment_processing", settleAfterMs: null },
      },
      { name: "disputed", label: "Succeeds, then disputed", fault: { kind: "payment_disputed" } },
    ],
  },
  {
    title: "The next refund",
    about: "Banks may take their time, or send the money back.",
    presets: [
      { name: "refund-pending", label: "Pending, then succeeds", fault: { kind: "refund_pending" } },
      {
        name: "refund-pending-fails",
        label: "Pending, then fails",
        fault: { kind: "refund_pending", outcome: "failed" },
      },
      { name: "refund-fails", label: "Succeeds, later fails", fault: { kind: "refund_fails" } },
    ],
  },
  {
    title: "The next call of the shop's server",
    about: "What the network and the provider can do to a request.",
    presets: [
      { name: "drop-request", label: "Request lost", fault: { kind: "drop_request" } },
      { name: "drop-answer", label: "Answer lost", fault: { kind: "drop_answer" } },
      { name: "server-error", label: "Error 500, nothing done", fault: { kind: "server_error" } },
      {
        name: "server-error-done",
        label: "Error 500, but done",
        fault: { kind: "server_error", executed: true },
      },
      { name: "rate-limited", label: "Too many requests", fault: { kind: "rate_limited" } },
      { name: "slow", label: "3 seconds slow", fault: { kind: "slow" } },
    ],
  },
];
