import { href, Link } from "react-router";
import { productPath } from "#domain/product/product-path.ts";
import { fits, type ReviewState } from "#domain/reviews/review.ts";
import type { OwnersReview } from "#domain/reviews/review-search.ts";
import { ShopTime } from "../../page/shop-time.tsx";
import { ActionButton } from "../../ui/form/action-button.tsx";
import { Eye, EyeOff } from "../icons.tsx";
import { EmptyList } from "../lists/empty-list.tsx";

const nothing: Record<ReviewState, string> = {
  pending: "No reviews to look at",
  shown: "No reviews are shown yet",
  hidden: "No hidden reviews",
};

type ReviewListProps = { reviews: OwnersReview[]; show: ReviewState; action: string };

/** What customers wrote, the latest words first, each with what the owner may do with it. */
export function ReviewList({ reviews, show, action }: ReviewListProps) {
  if (reviews.length === 0) return <EmptyList title={nothing[show]} />;
  return (
    <ul className="grid gap-4">
      {reviews.map((review) => (
        <li key={review.id}>
          <Review review={review} action={action} />
        </li>
      ))}
    </ul>
  );
}

function Review({ review, action }: { review: OwnersReview; action: string }) {
  const { id, version, state, stars, fit, size, text, name, product, orderId, at } = review;
  const facts = [size && `Size ${size}`, fit && fits[fit]].filter(Boolean).join(" · ");
  return (
    <article className="admin-card grid gap-3 p-5">
      <header>
        <h2 className="text-lg font-semibold wrap-anywhere">
          {stars} <span aria-hidden="true">★</span>
          <span className="sr-only">{stars === 1 ? "star" : "stars"}</span> {product.name}
        </h2>
        <p className="text-sm wrap-anywhere text-ink-2">
          {name}, <ShopTime at={at} style="date and time" />
          {facts && `, ${facts}`}
        </p>
      </header>
      <p className="wrap-anywhere whitespace-pre-line">{text}</p>
      <footer className="flex flex-wrap items-center gap-3">
        {state !== "shown" && (
          <Decide {...{ id, version, action }} intent="show" label="Show on the product's page" Icon={Eye} />
        )}
        {state !== "hidden" && (
          <Decide {...{ id, version, action }} intent="hide" label="Hide" Icon={EyeOff} />
        )}
        <Link to={href("/admin/orders/:id", { id: orderId })} className="text-link font-semibold">
          Open the order
        </Link>
        <a href={productPath(product)} className="text-link font-semibold">
          Open the product's page
        </a>
      </footer>
    </article>
  );
}

type DecideProps = Pick<OwnersReview, "id" | "version"> & {
  action: string;
  intent: "show" | "hide";
  label: string;
  Icon: typeof Eye;
};

function Decide({ id, version, action, intent, label, Icon }: DecideProps) {
  return (
    <ActionButton
      action={action}
      fields={{ id, version, intent }}
      look={intent === "show" ? "secondary" : "quiet"}
    >
      <Icon aria-hidden="true" className="size-4" />
      {label}
    </ActionButton>
  );
}
