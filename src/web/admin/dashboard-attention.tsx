import { href, Link } from "react-router";
import { ATTENTION_COUNT_MAX, type Attention } from "#domain/dashboard.ts";
import { AllDone } from "./empty-list.tsx";

/** What waits for the owner, each with the way to where it is done. */
export function DashboardAttention({ attention }: { attention: Attention }) {
  const orders = href("/admin/orders");
  const items = [
    { count: attention.toShip, one: "order to ship", many: "orders to ship", to: `${orders}?tab=to-ship` },
    {
      count: attention.flagged,
      one: "order that needs attention",
      many: "orders that need attention",
      to: `${orders}?tab=attention`,
    },
    {
      count: attention.stuck,
      one: "payment to look into",
      many: "payments to look into",
      to: href("/admin/attention"),
    },
    {
      count: attention.failedMails,
      one: "mail that failed",
      many: "mails that failed",
      to: href("/admin/mails"),
    },
    {
      count: attention.unreadMessages,
      one: "unread message",
      many: "unread messages",
      to: `${href("/admin/messages")}?show=unread`,
    },
    {
      count: attention.lowStock,
      one: "product low in stock",
      many: "products low in stock",
      to: "#low-stock",
    },
  ].filter((item) => item.count > 0);
  return (
    <section aria-labelledby="attention" className="admin-card mb-5 p-5">
      <h2 id="attention" className="display mb-3 text-xl">
        What needs attention
      </h2>
      {items.length === 0 ? (
        <AllDone text="Nothing right now." className="text-ink-2" />
      ) : (
        <ul className="flex flex-wrap gap-2.5">
          {items.map((item) => (
            <li key={item.to}>
              <Link to={item.to} className="admin-tab gap-2">
                <strong className="numerals">
                  {item.count >= ATTENTION_COUNT_MAX ? `${ATTENTION_COUNT_MAX}+` : item.count}
                </strong>
                {item.count === 1 ? item.one : item.many}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
