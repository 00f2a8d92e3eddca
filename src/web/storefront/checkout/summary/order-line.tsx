import { type CartLine, keyOf } from "#domain/cart/cart.ts";
import { unitPrice } from "#domain/cart/change-cart.ts";
import { type Cents, formatMoney } from "#domain/money/money.ts";
import type { ConfirmationOrder } from "#domain/order/order.ts";
import { Picture } from "../../../ui/picture.tsx";

export type OrderLineView = {
  key: string;
  name: string;
  imageUrl: string | null;
  option: string | null;
  quantity: number;
  /** Units that were refunded. */
  refunded?: number;
  unitPrice: Cents;
};

/** The lines of an order that the server knows. */
export function linesOfOrder({ items }: Pick<ConfirmationOrder, "items">): OrderLineView[] {
  return items.map(({ name, image, variation, quantity, refunded, price }, at) => ({
    key: `${at} ${name}`,
    name,
    imageUrl: image?.url ?? null,
    option: variation,
    quantity,
    refunded,
    unitPrice: price,
  }));
}

/** A line of the cart as it will be ordered. */
export function lineOfCart(line: CartLine): OrderLineView {
  return {
    key: keyOf(line),
    name: line.product.name,
    imageUrl: line.product.image,
    option: line.selectedOption,
    quantity: line.quantity,
    unitPrice: unitPrice(line),
  };
}

/** One line of an order, during or after checkout. `isCompact`: as one of many. */
export function OrderLine({ line, isCompact = false }: { line: OrderLineView; isCompact?: boolean }) {
  const { name, imageUrl, option, quantity, unitPrice } = line;
  if (isCompact) return <CompactLine line={line} />;
  return (
    <li className="flex gap-4 border-b border-line py-3 first:pt-0">
      <Picture
        image={imageUrl ? { url: imageUrl, alt: "" } : null}
        sizes="64px"
        placeholder=""
        className="aspect-[4/5] w-16 flex-none rounded-field bg-sand object-cover"
      />
      <div className="min-w-0 flex-1">
        <p className="leading-snug font-semibold break-words">
          {option === null ? name : `${name} (${option})`}
        </p>
        <p className="numerals text-[0.9375rem] text-ink-2">{`${quantity} × ${formatMoney(unitPrice)}`}</p>
      </div>
      <p className="numerals font-semibold">{formatMoney(quantity * unitPrice)}</p>
    </li>
  );
}

/** Eight of these fit where four of the others do. */
function CompactLine({ line }: { line: OrderLineView }) {
  const { name, imageUrl, option, quantity, unitPrice } = line;
  return (
    <li className="flex items-center gap-3 border-b border-line py-1">
      <Picture
        image={imageUrl ? { url: imageUrl, alt: "" } : null}
        sizes="32px"
        placeholder=""
        className="aspect-[4/5] w-8 flex-none rounded bg-sand object-cover"
      />
      <p className="min-w-0 flex-1 text-[0.9375rem] leading-tight break-words">
        <span>{`${quantity} × `}</span>
        <span className="font-semibold">{name}</span>
        {option !== null && <span>{` (${option})`}</span>}
      </p>
      <p className="numerals font-semibold">{formatMoney(quantity * unitPrice)}</p>
    </li>
  );
}
