import { href, Link } from "react-router";
import { ATTENTION_COUNT_MAX, type Attention } from "#domain/dashboard/dashboard.ts";
import { AllDone } from "../lists/empty-list.tsx";

/** Work for the owner, each with a link to where it is done. */
export function ToDoList({ attention }: { attention: Attention }) {
  const orders = href("/admin/orders");
  const messages = `${href("/admin/messages")}?show=unread`;
  const items = [
    itemOf(attention.toShip, "order to ship", "orders to ship", href("/admin/packing")),
    itemOf(attention.flagged, "order needs attention", "orders need attention", `${orders}?tab=attention`),
    itemOf(attention.stuck, "payment to review", "payments to review", href("/admin/attention")),
    itemOf(attention.failedMails, "failed email", "failed emails", href("/admin/mails")),
    itemOf(attention.unreadMessages, "unread message", "unread messages", messages),
    itemOf(attention.returns, "return to answer", "returns to answer", href("/admin/returns")),
    itemOf(attention.reviews, "review to approve", "reviews to approve", href("/admin/reviews")),
    itemOf(
      attention.lowSizes,
      "size low or sold out",
      "sizes low or sold out",
      `${href("/admin/inventory")}?show=low`,
    ),
  ].filter(({ count }) => count > 0);
  return (
    <section aria-labelledby="attention" className="admin-card mb-3 px-5 py-4 sm:mb-5 sm:p-5">
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
                {item.text}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function itemOf(count: number, one: string, many: string, to: string) {
  return { count, text: count === 1 ? one : many, to };
}
