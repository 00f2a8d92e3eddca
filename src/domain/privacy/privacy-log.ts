/** Something the owner did with people's data, without the person. `counts`: how much of what. */
export type PrivacyEntry = {
  id: string;
  action: string;
  actor: string;
  at: string;
  counts: Record<string, unknown>;
};

/** What went by age on a day (YYYY-MM-DD, UTC). */
export type RemovedDay = { day: string; what: string; removed: number };

const names: Record<string, [string, string]> = {
  orders: ["order", "orders"],
  messages: ["message", "messages"],
  reviews: ["review", "reviews"],
  restock: ["back-in-stock request", "back-in-stock requests"],
  checkouts: ["unfinished checkout", "unfinished checkouts"],
  mails: ["mail", "mails"],
  rows: ["row", "rows"],
};

/** "2 orders, 1 message"; "" when nothing was counted. */
export function formatCounts(counts: PrivacyEntry["counts"]): string {
  return Object.entries(names)
    .flatMap(([key, [one, many]]) => {
      const count = counts[key];
      return typeof count === "number" && count > 0 ? [`${count} ${count === 1 ? one : many}`] : [];
    })
    .join(", ");
}
