/** Something outside the shop does not work, and the owner has to know: here the mail server. */
export type Trouble = {
  kind: "mails";
  /** ISO time since when no mail has gone out. */
  since: string;
  /** Mails that wait. */
  waiting: number;
};
