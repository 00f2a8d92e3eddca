import { useEffect, useState } from "react";
import { href, useParams } from "react-router";
import { normalCode } from "#domain/discount/discount.ts";
import { uncachedPage } from "../../../page/page-headers.ts";
import { metaOf } from "../../../page/page-meta.ts";
import { saveCode } from "../../../storefront/cart/cart-settings.ts";
import { LinkButton } from "../../../ui/form/button.tsx";

export const headers = () => uncachedPage();

export const meta = metaOf({
  title: "Your discount",
  description: "A code for your next order.",
  path: "/shop",
  noindex: true,
});

/** /discount/SUMMER, for an ad or an email: the browser saves the code, and the checkout uses it. */
export default function DiscountLink() {
  const code = normalCode(useParams().code);
  const [isKept, setKept] = useState(false);
  useEffect(() => {
    if (code === "") return;
    saveCode(code);
    setKept(true);
  }, [code]);
  return (
    <div className="wrap min-h-[60dvh] py-16 text-center">
      {code === "" ? (
        <>
          <h1 className="display text-title">This code isn't valid</h1>
          <p className="mt-4 text-lg text-ink-2">Please check the link, or enter your code at checkout.</p>
        </>
      ) : (
        <>
          <h1 className="display text-title">Your code {code}</h1>
          <p role="status" className="mt-4 min-h-[2lh] text-lg text-ink-2">
            {isKept
              ? "It's saved in this browser. You'll see the discount in your cart and at checkout."
              : "Enter it at checkout, under “Have a code?”."}
          </p>
        </>
      )}
      <LinkButton to={href("/shop")} size="large" className="mt-8">
        Go to the Shop
      </LinkButton>
    </div>
  );
}
