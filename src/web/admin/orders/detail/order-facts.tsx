import type { ReactNode } from "react";
import { href, Link } from "react-router";
import { ordinal } from "#domain/customer/customer.ts";
import { isForgotten } from "#domain/customer/forget.ts";
import { formatMoney } from "#domain/money/money.ts";
import type { Order } from "#domain/order/order.ts";
import type { OrderDetail } from "#domain/order/order-detail.ts";
import { addressLines } from "#domain/postal-address/address-lines.ts";

type FactsProps = { order: Order; children?: ReactNode };

export function CustomerCard({ order, children }: FactsProps & { order: Pick<OrderDetail, "customer"> }) {
  const { customer } = order;
  const { customer_name: name, customer_email: email, phone } = order.address;
  return (
    <Card title="Customer Information">
      <dl className="grid gap-3">
        <Fact label="Name">
          {name}
          {customer && (
            <Link to={href("/admin/customers/:id", { id: order.id })} className="text-link block">
              {ordinal(customer.place)} order, {formatMoney(customer.spent)} in total
            </Link>
          )}
        </Fact>
        {email && (
          <Fact label="Email">
            <a href={`mailto:${email}`} className="text-link">
              {email}
            </a>
          </Fact>
        )}
        {phone && (
          <Fact label="Phone">
            <a href={`tel:${phone}`} className="text-link">
              {phone}
            </a>
          </Fact>
        )}
      </dl>
      {children}
    </Card>
  );
}

/** What only an engineer, or the shop itself, asks for. */
export function TechnicalCard({ order, children }: FactsProps) {
  return (
    <details className="disclosure admin-card min-w-0 p-5">
      <summary>Technical</summary>
      <dl className="grid gap-3 pb-3">
        <Fact label="Order ID">{order.id}</Fact>
        <Fact label="Payment ID">{order.paymentIntentId ?? "N/A"}</Fact>
      </dl>
      {children}
    </details>
  );
}

export function AddressCard({ order, children }: FactsProps) {
  return (
    <Card title="Shipping Address">
      {isForgotten(order.address) ? (
        <p>The customer was forgotten. Only the state is kept, for the tax report: {order.address.state}.</p>
      ) : (
        <address className="grid wrap-anywhere not-italic">
          {addressLines(order.address).map((line) => (
            <span key={line}>{line}</span>
          ))}
        </address>
      )}
      {children}
    </Card>
  );
}

/** A titled card at the side of an order. */
export function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="admin-card min-w-0 p-5 max-sm:py-3">
      <h2 className="display mb-3 text-xl max-sm:mb-1">{title}</h2>
      {children}
    </section>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-ink-2">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}
