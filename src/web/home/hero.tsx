import { Link } from "react-router";
import type { ProductSummary } from "#domain/product.ts";
import { productPath } from "../catalog/product-path.ts";
import { LinkButton } from "../ui/button.tsx";
import { Picture } from "../ui/picture.tsx";
import { Price } from "../ui/price.tsx";

/** The last light on the eighteenth, with the best product of the shop standing in it. */
export function Hero({ product }: { product: ProductSummary | null }) {
  return (
    <section aria-labelledby="hero-heading" className="hero">
      <img
        src="/hero/course.svg"
        alt=""
        width={1600}
        height={900}
        fetchPriority="high"
        decoding="async"
        className="hero-course"
      />
      <div className="wrap hero-content">
        <div className="hero-words">
          <p className="eyebrow">Hats and shirts for golf</p>
          <h1 id="hero-heading" className="display mt-3 text-hero">
            Dressed for the long&nbsp;light.
          </h1>
          <p className="mt-5 max-w-[38ch] text-lg">
            Caps that stay put in the wind. Shirts that swing with you and still look right at the bar after
            eighteen.
          </p>
          <div className="mt-7 flex flex-wrap gap-3">
            <LinkButton to="/shop" size="large">
              Shop Now
            </LinkButton>
            <LinkButton to="/about" size="large" look="secondary">
              Our Story
            </LinkButton>
          </div>
        </div>
        {product && <HeroProduct product={product} />}
      </div>
    </section>
  );
}

function HeroProduct({ product }: { product: ProductSummary }) {
  return (
    <div className="hero-product">
      <div className="hero-frame">
        <Picture
          image={product.images[0]}
          sizes="(width >= 64rem) 360px, (width >= 48rem) 300px, 240px"
          priority
          className="aspect-[4/5] w-full rounded-[10px] bg-sand object-cover"
        />
        <div className="flex items-baseline justify-between gap-3 px-1 pt-3 pb-1">
          <Link to={productPath(product)} className="hero-product-link">
            {product.name}
          </Link>
          <Price product={product} />
        </div>
      </div>
    </div>
  );
}
