import { orderNumber } from "#domain/order/order.ts";
import { itemName } from "#domain/product/item-name.ts";
import {
  formatReturnLines,
  type ReturnRequest,
  returnReasons,
  returnWishes,
  wantsExchange,
} from "#domain/returns/return-request.ts";
import { formatDay } from "#domain/text/dates.ts";
import { ShopTime } from "../../../page/shop-time.tsx";
import { Button } from "../../../ui/form/button.tsx";
import { TextAreaField } from "../../../ui/form/field.tsx";
import { Card } from "../detail/order-facts.tsx";
import { FoldedForm, type KnownOrder, OrderForm } from "../detail/order-form.tsx";
import { ReceiveForm } from "./receive-form.tsx";
import { formatReturnState } from "./return-texts.ts";

type ReturnsCardProps = KnownOrder & {
  refundId: string;
  /** Where units are sent back to; "" when the settings have none. */
  address: string;
};

/** What the customer asked to return or exchange, each with what the owner can do with it; nothing when nothing was. */
export function ReturnsCard(known: ReturnsCardProps) {
  const requests = known.order.returns;
  if (requests.length === 0) return null;
  return (
    <Card title="Returns">
      <div id="returns" className="grid gap-8">
        {requests.map((request) => (
          <ReturnEntry key={request.id} request={request} {...known} />
        ))}
      </div>
    </Card>
  );
}

type EntryProps = ReturnsCardProps & { request: ReturnRequest };

function ReturnEntry({ request, refundId, address, order, answered }: EntryProps) {
  const { id, wish, reason, note, state, answer, at, heldUntil } = request;
  const isAwaited = state === "approved" || state === "received";
  const known = { order, answered };
  const heading = `return-${id}`;
  return (
    <section aria-labelledby={heading} className="grid gap-3">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 id={heading} className="font-semibold">
          {returnWishes[wish]}: {returnReasons[reason]}
        </h3>
        <span className="text-sm text-ink-2">
          {formatReturnState(request)}, requested on <ShopTime at={at} style="date and time" />
        </span>
      </header>
      <ul>
        {formatReturnLines(request).map((line) => (
          <li key={line} className="wrap-anywhere">
            {line}
          </li>
        ))}
      </ul>
      {note !== "" && <p className="border-l-2 border-line pl-3 wrap-anywhere whitespace-pre-line">{note}</p>}
      {answer !== "" && (
        <p className="text-sm wrap-anywhere whitespace-pre-line text-ink-2">Your answer: {answer}</p>
      )}
      {state === "requested" && <AnswerForms request={request} address={address} {...known} />}
      {wish === "exchange" && !wantsExchange(request) && (
        <p className="text-sm text-ink-2">A refund instead of the exchange.</p>
      )}
      {isAwaited && wantsExchange(request) && (
        <p className="text-sm text-ink-2">
          {heldUntil === null
            ? "The replacement is no longer reserved."
            : `The replacement is reserved until ${formatDay(heldUntil)}.`}
        </p>
      )}
      {isAwaited && <ReceiveForm request={request} refundId={refundId} {...known} />}
    </section>
  );
}

type AnswerProps = KnownOrder & Pick<EntryProps, "request" | "address">;

/** Approve, with instructions that are written already, maybe for a refund instead; or decline, with a reason. */
function AnswerForms({ request, address, ...known }: AnswerProps) {
  const isExchange = wantsExchange(request);
  return (
    <>
      {isExchange && <WantedStock request={request} order={known.order} />}
      <OrderForm
        {...known}
        kind="approve-return"
        aboutId={request.id}
        stored={{ answer: instructions(known.order.number, address) }}
      >
        {(form) => (
          <>
            <TextAreaField
              {...form.field("answer")}
              rows={5}
              hint="Shown in the email and on the customer's order page. Tell the customer how to ship it back, or add a label."
            />
            <div className="flex flex-wrap gap-3">
              <Button type="submit" pending={form.isSaving}>
                {isExchange ? "Approve the exchange" : "Approve"}
              </Button>
              {isExchange && (
                <Button type="submit" look="secondary" name="instead" value="refund" pending={form.isSaving}>
                  Approve for a refund instead
                </Button>
              )}
            </div>
          </>
        )}
      </OrderForm>
      <FoldedForm {...known} kind="decline-return" aboutId={request.id} summary="Decline">
        {(form) => (
          <>
            <TextAreaField {...form.field("answer")} rows={3} hint="The customer sees this." />
            <Button type="submit" look="danger" pending={form.isSaving}>
              Decline
            </Button>
          </>
        )}
      </FoldedForm>
    </>
  );
}

/** How many of each replacement are in stock, before they are held. */
function WantedStock({ request, order }: Pick<AnswerProps, "request" | "order">) {
  const wanted = request.lines.flatMap((line) => {
    if (line.wanted === null) return [];
    const productId = order.items.find(({ id }) => id === line.itemId)?.productId;
    const free =
      order.shelves.find((shelf) => shelf.productId === productId && shelf.variation === line.wanted)?.free ??
      0;
    return [{ key: line.itemId, name: itemName({ name: line.name, variation: line.wanted || null }), free }];
  });
  return (
    <ul>
      {wanted.map(({ key, name, free }) => (
        <li key={key} className={`wrap-anywhere ${free > 0 ? "text-ink-2" : "font-medium text-err"}`}>
          {name}: {free > 0 ? `${free} in stock` : "sold out"}
        </li>
      ))}
    </ul>
  );
}

function instructions(number: number, address: string): string {
  const where = address === "" ? "" : ` to:\n\n${address}\n`;
  return `Please send it unworn, with its tags${where ? `,${where}` : "."}\nPut a note with your order number ${orderNumber(number)} in the package.`;
}
