/** Something outside the shop does not work, and the owner has to know. `since`: ISO time of the first failure. */
export type Trouble =
  /** Emails aren't going out. `waiting`: emails that are tried again. `givenUp`: those that no longer are. */
  | { kind: "mails"; since: string; waiting: number; givenUp: number; isPasswordRefused?: true }
  /** Emails to these customers don't go out, even if others do. `error`: why that of the oldest failed. */
  | { kind: "refused_mails"; since: string; customers: number; error: string }
  /** The provider's events don't reach the shop. `error`: why its own call fails; null: orders are paid without an event. */
  | { kind: "webhook"; since: string; error: string | null }
  /** No good backup was made. `error`: why the last try failed; null: there was no attempt. */
  | { kind: "backups"; since: string; error: string | null }
  /** The newest backup could not be restored in the weekly test. */
  | { kind: "restore_test"; since: string; error: string }
  /** Differences that the reconciliation found: with the provider, or broken rules of the books. `count`: how many. */
  | { kind: "money"; since: string; count: number };

/** "2 wait, 1 was given up". */
export function formatLateEmails({ waiting, givenUp }: { waiting: number; givenUp: number }): string {
  return [
    ...(waiting > 0 ? [`${waiting} ${waiting === 1 ? "waits" : "wait"}`] : []),
    ...(givenUp > 0 ? [`${givenUp} ${givenUp === 1 ? "was" : "were"} given up`] : []),
  ].join(", ");
}
