import { type RefObject, useId, useRef, useState } from "react";
import type { Cart } from "#domain/cart/cart.ts";
import { linesToPrice } from "#domain/cart/change-cart.ts";
import { whyUnused } from "#domain/checkout/pricing.ts";
import { CODE_LENGTH_MAX, formatDiscount } from "#domain/discount/discount.ts";
import { formatCodeUnused } from "#domain/discount/format-code.ts";
import { Button } from "../../../ui/form/button.tsx";
import { cartStore } from "../../cart/cart.ts";
import { type CartSettings, loadCode, saveCode, useCodeRefusal } from "../../cart/cart-settings.ts";
import { refreshStoredCart } from "../../cart/refresh-cart.ts";

const NOT_ASKED = "We couldn't reach the shop to check the code. Check your connection and try again.";

type CodeFieldProps = { cart: Cart; settings: CartSettings; onClose: () => void };

/** The field for a code; an applied one shows with a button to remove it. */
export default function CodeField({ cart, settings, onClose }: CodeFieldProps) {
  const refusal = useCodeRefusal();
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const coded = settings.discounts?.find((discount) => discount.code !== null);
  const { use, asked, isAsking, failure, setFailure } = useAsking(field);

  if (coded?.code) {
    const unused = whyUnused(linesToPrice(cart), settings);
    return (
      <AppliedCode
        {...{ isAsking }}
        code={coded.code}
        gives={`${formatDiscount(coded)}${coded.appliesTo ? `, only for ${coded.appliesTo}` : ""}`}
        unused={unused && formatCodeUnused(coded.code, unused)}
        onRemove={() => void use(null).then(onClose)}
      />
    );
  }
  const said = isAsking ? null : (failure ?? refusal);
  return (
    <form
      className="mb-4"
      onSubmit={(event) => {
        event.preventDefault();
        const code = field.current?.value.trim() ?? "";
        if (code === "") return setFailure("Enter your code.");
        void use(code);
      }}
    >
      <label htmlFor={id} className="font-semibold">
        Code
      </label>
      <div className="mt-1.5 flex gap-2">
        <input
          ref={field}
          id={id}
          type="text"
          defaultValue={loadCode() ?? ""}
          onBlur={({ target }) => {
            const code = target.value.trim();
            if (code !== "" && code !== (asked.current ?? loadCode())) void use(code);
          }}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={CODE_LENGTH_MAX}
          aria-describedby={`${id}-said`}
          aria-invalid={said ? true : undefined}
          className="input min-w-0 flex-1"
        />
        <Button type="submit" look="secondary" pending={isAsking}>
          Apply
        </Button>
      </div>
      <p id={`${id}-said`} role="alert" className="mt-1.5 text-sm font-medium text-err">
        {said}
      </p>
    </form>
  );
}

/** Asks the shop for a code, and for none. */
function useAsking(field: RefObject<HTMLInputElement | null>) {
  const [isAsking, setAsking] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  /** One code is asked for once at a time: leaving the field asks, and so does the button that was pressed for it. */
  const asked = useRef<string | null>(null);

  const use = async (code: string | null) => {
    if (code !== null && isAsking && asked.current === code) return;
    asked.current = code;
    saveCode(code);
    setFailure(null);
    setAsking(true);
    const answer = await refreshStoredCart(cartStore);
    setAsking(false);
    if (answer === null) return setFailure(NOT_ASKED);
    const { activeElement, body } = document;
    // The shopper may be typing elsewhere by now.
    if (activeElement === body || field.current?.form?.contains(activeElement)) field.current?.focus();
  };

  return { use, asked, isAsking, failure, setFailure };
}

type AppliedCodeProps = {
  code: string;
  gives: string;
  /** Why it takes nothing off. */
  unused: string | null;
  isAsking: boolean;
  onRemove: () => void;
};

function AppliedCode({ code, gives, unused, isAsking, onRemove }: AppliedCodeProps) {
  return (
    <div className="mb-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span>
          <strong className="font-semibold">{code}</strong>
          <span>{`, ${gives}`}</span>
        </span>
        <button type="button" className="text-link min-h-11" disabled={isAsking} onClick={onRemove}>
          Remove<span className="sr-only"> the code {code}</span>
        </button>
      </p>
      <p role="status" className="text-[0.9375rem] text-ink-2">
        {unused}
      </p>
    </div>
  );
}
