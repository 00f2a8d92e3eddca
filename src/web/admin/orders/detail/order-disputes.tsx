import { formatMoney } from "#domain/money/money.ts";
import {
  canRefund,
  isDisputeOpen,
  isInquiry,
  type OrderDetail,
  type OrderDispute,
} from "#domain/order/order-detail.ts";
import { ShopTime } from "../../../page/shop-time.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Card } from "./order-facts.tsx";

/** The disputes of an order; nothing when there are none. */
export function DisputeCard({ order }: { order: OrderDetail }) {
  if (order.disputes.length === 0) return null;
  return (
    <Card title={order.disputes.length === 1 ? "Dispute" : "Disputes"}>
      <ul className="grid gap-4">
        {order.disputes.map((dispute) => (
          <li key={dispute.id} className="grid gap-2">
            <Dispute dispute={dispute} mayRefund={canRefund(order)} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Dispute({ dispute, mayRefund }: { dispute: OrderDispute; mayRefund: boolean }) {
  const isOpen = isDisputeOpen(dispute);
  return (
    <>
      <p className="flex flex-wrap items-center gap-2.5">
        <strong className="numerals text-lg">{formatMoney(dispute.amount)}</strong>
        <Badge tone={isOpen ? "yellow" : dispute.status === "lost" ? "red" : "green"}>
          {statusTexts[dispute.status] ?? words(dispute.status)}
        </Badge>
      </p>
      <p className="text-ink-2">
        The customer's bank gives as reason: {words(dispute.reason)}. Opened <ShopTime at={dispute.at} />.
      </p>
      {isOpen && (
        <p>
          Answer it in your Stripe dashboard
          {dispute.dueAt && (
            <>
              {" "}
              by <ShopTime at={dispute.dueAt} style="date and time" />
            </>
          )}
          .{" "}
          {isInquiry(dispute)
            ? `It has taken no money.${mayRefund ? " You can refund the order now." : ""}`
            : "Until the bank has decided, don't refund or ship this order."}
        </p>
      )}
      <p className="text-sm wrap-anywhere text-ink-2">{dispute.id}</p>
    </>
  );
}

const statusTexts: Record<string, string> = {
  needs_response: "Needs your response",
  under_review: "Under review",
  won: "Won",
  lost: "Lost",
  warning_needs_response: "Inquiry, needs your response",
  warning_under_review: "Inquiry, under review",
  warning_closed: "Inquiry, closed",
  prevented: "Prevented",
};

function words(code: string): string {
  return code.replaceAll("_", " ");
}
