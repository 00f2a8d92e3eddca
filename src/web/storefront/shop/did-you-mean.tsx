import { href, Link } from "react-router";
import { shopQuery } from "#domain/catalog/shop-search.ts";

type DidYouMeanProps = { correction: string | null };

/** A list of likely corrections. */
export function DidYouMean({ correction }: DidYouMeanProps) {
  if (correction === null) return null;
  return (
    <p className="mb-3">
      Did you mean{" "}
      <Link to={href("/shop") + shopQuery({ query: correction })} className="text-link font-semibold">
        {correction}
      </Link>
      ?
    </p>
  );
}
