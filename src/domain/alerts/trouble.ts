/** Something outside the shop does not work, and the owner has to know. `since`: ISO time of the first failure. */
export type Trouble =
  /** No mail goes out. `waiting`: mails. */
  | { kind: "mails"; since: string; waiting: number }
  /** The provider's events can't reach the shop. */
  | { kind: "webhook"; since: string; error: string };
