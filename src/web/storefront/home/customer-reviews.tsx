import { Link } from "react-router";
import { Stars } from "../reviews/stars.tsx";
import type { BlockProps } from "./home-blocks.tsx";

/** The latest reviews of products that are for sale. */
export function CustomerReviews({ block: { heading }, home: { reviews } }: BlockProps<"reviews">) {
  if (reviews.length === 0) return null;
  return (
    <section aria-labelledby="home-reviews" className="wrap py-14 md:py-20">
      <h2 id="home-reviews" className="display mb-6 text-heading md:mb-8">
        {heading}
      </h2>
      <ul className="grid gap-4 md:grid-cols-3">
        {reviews.map(({ id, stars, text, name, product }) => (
          <li key={id} className="grid content-start gap-2 rounded-picture bg-sand p-6">
            <Stars count={stars} />
            <p className="line-clamp-6 wrap-anywhere">{text}</p>
            <p className="text-ink-2">
              {name}, about{" "}
              <Link to={product.path} className="text-link">
                {product.name}
              </Link>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
