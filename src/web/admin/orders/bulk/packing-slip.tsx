import { orderNumber, type PackingSlip as Slip } from "#domain/order/order.ts";
import { packedLines } from "#domain/order/units.ts";
import { addressLines } from "#domain/postal-address/address-lines.ts";
import { imageAtWidth } from "#domain/product/image.ts";
import { ShopTime } from "../../../page/shop-time.tsx";

/** `logoUrl`: "" when there is none. */
export type SlipSender = {
  storeName: string;
  logoUrl: string;
  email: string;
  phone: string;
  address: string;
};

const LOGO_WIDTH_PX = 320;

/** A whole sheet, or the roll of a label printer (inches). */
export type SlipPaper = "letter" | "4x6";

type PackingSlipProps = { slip: Slip; sender: SlipSender; paper: SlipPaper };

/** What remains for the shipment and where it goes, without prices: one sheet of paper per order. */
export function PackingSlip({ slip, sender, paper }: PackingSlipProps) {
  const from = [sender.address, sender.email, sender.phone];
  const lines = packedLines(slip);
  const units = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <article
      className="packing-slip"
      data-paper={paper}
      aria-label={`Packing slip of ${orderNumber(slip.number)}`}
    >
      <header className="flex flex-wrap items-start justify-between gap-x-8 gap-y-2">
        <div>
          <p className="display flex flex-wrap items-center gap-x-3 gap-y-1 text-2xl">
            {sender.logoUrl && (
              <img
                src={imageAtWidth(sender.logoUrl, LOGO_WIDTH_PX)}
                alt=""
                className="h-10 w-auto max-w-40 object-contain object-left"
              />
            )}
            {sender.storeName}
          </p>
          <Lines lines={from} className="text-sm" />
        </div>
        <div className={paper === "letter" ? "sm:text-right" : undefined}>
          <h2 className="text-lg font-semibold">{orderNumber(slip.number)}</h2>
          <p className="text-sm">
            Ordered <ShopTime at={slip.createdAt} />
          </p>
        </div>
      </header>
      <section>
        <h3 className="text-sm font-semibold">Ship to</h3>
        <Lines lines={addressLines(slip.address)} className="text-lg" />
      </section>
      <PackedTable lines={lines} />
      <p className="numerals text-right font-semibold">
        {units} {units === 1 ? "item" : "items"}
      </p>
      {units === 0 ? (
        <p className="font-semibold">Nothing to pack: this order was refunded.</p>
      ) : (
        <p className="text-sm">Thank you for your order.</p>
      )}
    </article>
  );
}

function PackedTable({ lines }: { lines: ReturnType<typeof packedLines> }) {
  return (
    <table className="w-full text-left">
      <thead>
        <tr>
          <th scope="col" className="py-2 pr-3">
            Product
          </th>
          <th scope="col" className="py-2 pr-3">
            Variation
          </th>
          <th scope="col" className="py-2 text-right">
            Quantity
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an order never change or move.
          <tr key={index} className="border-t border-line">
            <td className="py-2 pr-3 wrap-anywhere">{item.name}</td>
            <td className="py-2 pr-3">{item.variation ?? "–"}</td>
            <td className="numerals py-2 text-right">{item.quantity}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Lines({ lines, className }: { lines: (string | null | undefined)[]; className: string }) {
  return (
    <address className={`grid not-italic ${className}`}>
      {lines.filter(Boolean).map((line) => (
        <span key={line} className="whitespace-pre-line wrap-anywhere">
          {line}
        </span>
      ))}
    </address>
  );
}
