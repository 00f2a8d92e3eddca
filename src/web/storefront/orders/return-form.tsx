import { useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import type { OrderPage } from "#domain/order/order-page.ts";
import { piecesKept } from "#domain/order/pieces.ts";
import { type ReturnWish, returnReasons, returnWishes } from "#domain/order/return-request.ts";
import { itemName } from "#domain/product/item-name.ts";
import type { ReturnOutcome } from "#server/orders/links/ask-for-return.ts";
import { ShopTime } from "../../page/shop-time.tsx";
import { Button } from "../../ui/form/button.tsx";
import { TextAreaField } from "../../ui/form/field.tsx";
import { Refusal } from "../../ui/form/refusal.tsx";
import { SelectField } from "../../ui/form/select-field.tsx";
import { CircleCheck } from "../../ui/icons.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";

const refusals = {
  not_found: "This link opens no order any more.",
  not_returnable: "This order can't be returned as it stands. Please write to us.",
  rate_limited: "You have sent several messages already. Please wait an hour, or write to us by e-mail.",
  unavailable: "Your request could not be sent. It is still here: please try again in a moment.",
} as const;

const reasons = [
  { value: "", label: "Choose a reason" },
  ...Object.entries(returnReasons).map(([value, label]) => ({ value, label })),
];

type ReturnFormProps = { order: Pick<OrderPage, "items" | "requests">; contact: string };

/**
 * A return or an exchange, asked for on the order's page. The page keeps its URL from everybody, also from the shop's
 * own guard against forged forms, so a plain form would be refused: without scripts it says where to write.
 */
export function ReturnForm({ order, contact }: ReturnFormProps) {
  const isHydrated = useHydrated();
  return (
    <details className="border-y border-line print:hidden" open={order.requests.length > 0 || undefined}>
      <summary className="min-h-11 py-3 font-semibold">Something wrong? Return or exchange</summary>
      <div className="pb-6">
        {order.requests.map(({ subject, at }) => (
          <p key={at} className="mb-3">
            You asked for this: {subject}, <ShopTime at={at} style="date and time" />
          </p>
        ))}
        {isHydrated ? <Fields order={order} /> : <p>Write to us with your order number{contact}.</p>}
      </div>
    </details>
  );
}

function Fields({ order }: Pick<ReturnFormProps, "order">) {
  const fetcher = useFetcher<ReturnOutcome>();
  const [wish, setWish] = useState<ReturnWish | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const outcome = fetcher.data;
  const errors = outcome?.ok === false && outcome.reason === "invalid" ? outcome.errors : {};
  const refusal = outcome?.ok === false && outcome.reason !== "invalid" ? refusals[outcome.reason] : null;

  useEffect(() => {
    if (outcome?.ok === false)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] input')?.focus();
  }, [outcome]);

  return (
    <>
      <div role="status" className="empty:hidden">
        {outcome?.ok && (
          <p className="flex max-w-[34rem] gap-3 rounded-field bg-ok-tint p-4">
            <CircleCheck className="mt-0.5 size-5 flex-none text-ok" />
            <span>
              <span className="block font-semibold">
                {outcome.isNew ? "Your request is with us" : "You have asked for this already"}
              </span>
              We answer to {outcome.email}. Please wait for our answer before you send anything back: it says
              where to and what happens next.
            </span>
          </p>
        )}
      </div>
      {!outcome?.ok && (
        <fetcher.Form ref={form} method="post" noValidate className="grid max-w-[34rem] gap-5">
          <Refusal>{refusal}</Refusal>
          <Group legend="Which items?" error={errors.lines}>
            <div className="grid">
              {order.items.map((item, at) =>
                piecesKept(item) === 0 ? null : (
                  <label key={item.id} className="flex min-h-11 items-center gap-3">
                    <input type="checkbox" name="line" value={at} className="check" />
                    {piecesKept(item)} × {itemName(item)}
                  </label>
                ),
              )}
            </div>
          </Group>
          <Group legend="What would you like?" error={errors.wish}>
            <div className="flex flex-wrap gap-2">
              {Object.entries(returnWishes).map(([value, label]) => (
                <label key={value} className="option-chip">
                  <input
                    type="radio"
                    name="wish"
                    value={value}
                    className="sr-only"
                    onChange={() => setWish(value as ReturnWish)}
                  />
                  {label}
                </label>
              ))}
            </div>
          </Group>
          <SelectField
            id="reason"
            name="reason"
            label="Why?"
            defaultValue=""
            choices={reasons}
            error={errors.reason}
          />
          <TextAreaField
            id="note"
            name="note"
            label={wish === "exchange" ? "What would you like instead?" : "Anything we should know?"}
            optional={wish !== "exchange"}
            rows={3}
            error={errors.note}
          />
          <Button
            type="submit"
            size="large"
            pending={fetcher.state !== "idle"}
            className="justify-self-start"
          >
            {fetcher.state === "idle" ? "Send request" : "Sending..."}
          </Button>
        </fetcher.Form>
      )}
    </>
  );
}

type GroupProps = { legend: string; error: string | undefined; children: React.ReactNode };

function Group({ legend, error, children }: GroupProps) {
  return (
    <fieldset data-invalid={error ? "" : undefined}>
      <legend className="mb-2 font-semibold">{legend}</legend>
      {children}
      {error && (
        <p role="alert" className="mt-2 text-sm font-medium text-err">
          {error}
        </p>
      )}
    </fieldset>
  );
}
