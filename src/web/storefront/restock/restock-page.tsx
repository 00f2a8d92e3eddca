import { Form, href, Link } from "react-router";
import { itemName } from "#domain/product/item-name.ts";
import { productPath } from "#domain/product/product-path.ts";
import type { RestockRequest } from "#domain/restock/restock-request.ts";
import { Button } from "../../ui/form/button.tsx";
import { CircleCheck } from "../../ui/icons.tsx";
import { Picture } from "../../ui/picture.tsx";
import { Onward } from "../checkout/confirmation/onward.tsx";

type RestockPageProps = {
  /** Null: it is over, or the link is not whole. */
  request: RestockRequest | null;
  /** The last action on this page. */
  done: "confirmed" | "ended" | null;
  isSending: boolean;
};

/** Behind the link in the emails. An email client that opens links changes nothing: only the buttons do. */
export function RestockPage({ request, done, isSending }: RestockPageProps) {
  if (done === "ended")
    return <Over title="You won't get an email about it" text="We took you off the list." />;
  if (!request) {
    return (
      <Over
        title="This link doesn't open a restock request"
        text="The request has ended, or your email app cut off the link. You can ask again on the product page."
      />
    );
  }
  const item = itemName({ name: request.name, variation: request.option });
  const { title, text } = words(request, item);
  const path = productPath({ id: request.productId, name: request.name }, request.option);
  return (
    <div className="wrap min-h-[60dvh] max-w-[52rem] py-12 lg:py-20">
      <h1 className="display text-title">{title}</h1>
      <div className="mt-6 flex gap-5">
        <Picture
          image={request.image ? { ...request.image, hasAvif: false } : undefined}
          sizes="120px"
          placeholder=""
          className="aspect-4/5 w-30 flex-none rounded-field object-cover"
        />
        <div className="min-w-0">
          <p className="font-semibold wrap-anywhere">{item}</p>
          <p className="mt-2 max-w-[48ch] text-ink-2">{text}</p>
          {done === "confirmed" && (
            <p role="status" className="mt-4 flex gap-2 font-semibold text-ok">
              <CircleCheck className="mt-0.5 size-5 flex-none" />
              Confirmed
            </p>
          )}
        </div>
      </div>
      <Form method="post" className="mt-8 flex flex-wrap items-center gap-3">
        {request.state === "asked" && (
          <Button type="submit" name="intent" value="confirm" size="large" pending={isSending}>
            Yes, email me
          </Button>
        )}
        <Button type="submit" name="intent" value="end" look="secondary" size="large" disabled={isSending}>
          {request.state === "asked" ? "No, I didn't ask for this" : "Unsubscribe"}
        </Button>
      </Form>
      <p className="mt-6 flex flex-wrap gap-x-7">
        {request.isSold && (
          <Link to={path} className="text-link py-3 font-semibold">
            {request.isBack ? "View it in the shop" : "View the product"}
          </Link>
        )}
        <Link to={href("/shop")} className="text-link py-3 font-semibold">
          Back to Shop
        </Link>
      </p>
    </div>
  );
}

function words(
  { state, isSold, isBack, email }: RestockRequest,
  item: string,
): { title: string; text: string } {
  if (isBack && state !== "waiting")
    return {
      title: "It's back",
      text: `${item} is in stock. We can't reserve one for you, so don't wait too long.`,
    };
  if (state === "asked") {
    const text = `We'll email ${email} once, when it's back in stock. Please confirm.`;
    return { title: "Want an email when it's back?", text };
  }
  if (state === "told")
    return {
      title: "We emailed you",
      text: isSold ? "It was back, then sold out again." : "It was back, but isn't for sale now.",
    };
  const text = isBack
    ? `It's in stock now. We email shoppers in the order they asked; yours goes to ${email}.`
    : `We'll email ${email} once when it's back in stock. We email shoppers in the order they asked.`;
  return { title: "You're on the list", text };
}

function Over({ title, text }: { title: string; text: string }) {
  return (
    <div className="wrap min-h-[60dvh] max-w-[52rem] py-12 lg:py-20">
      <h1 className="display text-title">{title}</h1>
      <p className="mt-4 max-w-[58ch] text-lg text-ink-2">{text}</p>
      <Onward
        to={href("/shop")}
        label="Back to Shop"
        others={[{ to: href("/contact"), label: "Contact us" }]}
      />
    </div>
  );
}
