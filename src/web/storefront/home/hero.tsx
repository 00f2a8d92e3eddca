import { href, Link } from "react-router";
import type { ProductSummary } from "#domain/product/product.ts";
import { productPath } from "#domain/product/product-path.ts";
import { LinkButton } from "../../ui/form/button.tsx";
import { Picture } from "../../ui/picture.tsx";
import { Price } from "../../ui/price.tsx";
import course from "./course.svg?url";

/** Last light on the eighteenth hole, with the featured product in front of it. */
export function Hero({ product }: { product: ProductSummary | null }) {
  return (
    <section aria-labelledby="hero-heading" className="hero relative isolate overflow-hidden bg-[#f3d79b]">
      <img
        src={course}
        alt=""
        width={1600}
        height={900}
        fetchPriority="high"
        decoding="async"
        className="absolute inset-0 -z-1 size-full object-cover object-[72%_25%]"
      />
      <div className="wrap grid gap-10 pt-9 pb-14 md:min-h-[clamp(38rem,53vw,calc(100dvh-4.75rem))] md:grid-cols-[minmax(0,1.2fr)_minmax(0,0.8fr)] md:items-center md:pt-10">
        <div className="md:self-start md:pt-[clamp(0rem,1.6vw,2rem)]">
          <p className="eyebrow">Hats and shirts for golf</p>
          <h1 id="hero-heading" className="display mt-3 text-hero">
            Dressed for the long&nbsp;light.
          </h1>
          <p className="mt-5 max-w-[38ch] text-lg">
            Caps that stay put in the wind. Shirts that swing with you and still look right at the bar after
            eighteen.
          </p>
          <div className="mt-7 flex flex-wrap gap-3">
            <LinkButton to={href("/shop")} size="large">
              Shop Now
            </LinkButton>
            <LinkButton
              to={href("/about")}
              size="large"
              look="secondary"
              className="bg-surface [&:hover]:bg-ink"
            >
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
    <div className="grid justify-items-center md:justify-items-end md:self-end">
      <div className="relative w-[min(15rem,70vw)] rotate-2 rounded-[18px] bg-surface p-2.5 pb-2 shadow-[0_2px_6px_rgb(40_30_5/0.2),-30px_46px_60px_-18px_rgb(10_36_20/0.6)] transition-[rotate] duration-250 ease-out hover:rotate-0 md:w-[min(19rem,100%)] lg:w-[22.5rem]">
        <Picture
          image={product.images[0]}
          sizes="(width >= 64rem) 360px, (width >= 48rem) 300px, 240px"
          priority
          className="aspect-[4/5] w-full rounded-[10px] bg-sand object-cover"
        />
        <div className="flex items-baseline justify-between gap-3 px-1 pt-3 pb-1">
          <Link
            to={productPath(product)}
            className="leading-[1.3] font-semibold after:absolute after:inset-0 after:rounded-[18px]"
          >
            {product.name}
          </Link>
          <Price product={product} />
        </div>
      </div>
    </div>
  );
}
