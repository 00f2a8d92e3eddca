import { useState } from "react";
import { href, Link } from "react-router";
import { buyAgain } from "#domain/cart/buy-again.ts";
import type { OrderItem } from "#domain/order/order.ts";
import { askFunction } from "../../page/functions-client.ts";
import { Button } from "../../ui/form/button.tsx";
import { Picture } from "../../ui/picture.tsx";
import { cartStore } from "../cart/cart.ts";
import { drawerState } from "../cart/drawer-state.ts";
import type { RefreshAnswer } from "../cart/refresh-cart.ts";

type State = { is: "idle" | "asking" | "failed" } | { is: "done"; added: number; missing: string[] };

/** Adds the items that are still sold to the cart and opens it; lists the others. */
export function BuyAgainButton({ items }: { items: OrderItem[] }) {
  const [state, setState] = useState<State>({ is: "idle" });

  async function add() {
    setState({ is: "asking" });
    try {
      const asked = items.flatMap(({ productId, variantId, variation }) =>
        productId === null ? [] : { product_id: productId, selectedOption: variation, variant_id: variantId },
      );
      const { lines } = (await askFunction("refresh-cart", { items: asked })) as RefreshAnswer;
      const { cart, added, missing } = buyAgain(cartStore.get(), items, lines);
      cartStore.set(cart);
      setState({ is: "done", added, missing });
      // The missing items are read first; the cart would cover them.
      if (missing.length === 0) drawerState.set(true);
    } catch {
      setState({ is: "failed" });
    }
  }

  return (
    <div className="max-sm:w-full print:hidden">
      <Button size="large" className="max-sm:w-full" pending={state.is === "asking"} onClick={add}>
        Buy again
      </Button>
      <div role="status" className="mt-3 grid max-w-[34rem] gap-1 empty:hidden">
        {state.is === "failed" && <p>Something went wrong. Please try again in a moment.</p>}
        {state.is === "done" && state.missing.map((text) => <p key={text}>{text}</p>)}
        {state.is === "done" && state.missing.length > 0 && state.added > 0 && (
          <button
            type="button"
            className="text-link min-h-11 justify-self-start font-semibold"
            onClick={() => drawerState.set(true)}
          >
            The rest is in your cart
          </button>
        )}
      </div>
    </div>
  );
}

/** What was bought, each with its picture and option, as a link to its page. */
export function BoughtItems({ items }: { items: OrderItem[] }) {
  return (
    <ul aria-label="Items" className="mt-6 flex flex-wrap gap-x-6 gap-y-3 print:hidden">
      {items.map((item, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an order's lines never move, and two may be alike.
        <li key={at} className="flex min-w-0 items-center gap-3 max-sm:w-full">
          <Picture
            image={item.image ? { url: item.image.url, alt: "" } : null}
            sizes="56px"
            placeholder=""
            className="aspect-[4/5] w-14 flex-none rounded-picture bg-sand object-cover"
          />
          <span className="min-w-0 wrap-anywhere">
            {item.quantity > 1 && <span className="numerals">{item.quantity} × </span>}
            <BoughtName item={item} />
          </span>
        </li>
      ))}
    </ul>
  );
}

const NAME = "text-link inline-block py-1";

/** A product that is gone has no page. */
function BoughtName({ item: { productId, name, variation } }: { item: OrderItem }) {
  const text = variation === null ? name : `${name} (${variation})`;
  if (productId === null) return <span>{text}</span>;
  const path = href("/product/:id/:slug?", { id: productId });
  return variation === null ? (
    <Link to={path} className={NAME}>
      {text}
    </Link>
  ) : (
    <Link to={`${path}?option=${encodeURIComponent(variation)}`} state={{ choose: true }} className={NAME}>
      {text}
    </Link>
  );
}
