import { Link } from "react-router";
import { drawingOf } from "#domain/brand/picture.ts";
import type { ProductSummary } from "#domain/product/product.ts";
import { LinkButton } from "../../ui/form/button.tsx";
import { Picture } from "../../ui/picture.tsx";
import { Price } from "../../ui/price.tsx";
import { BrandImage } from "../brand/brand-image.tsx";
import type { BlockProps } from "./home-blocks.tsx";
import { courseScene } from "./scenes.ts";

/** The brand in one picture or on a plain ground, with the featured product. On an uploaded picture, the text has a background. */
export function Hero({ block, home }: BlockProps<"hero">) {
  const { eyebrow, heading, text, first, second, picture, showsProduct } = block;
  const isOurs = picture !== null && drawingOf(picture) !== null;
  const isTheirs = picture !== null && !isOurs;
  return (
    <section aria-labelledby="hero-heading" className="hero relative isolate overflow-hidden bg-sand">
      {picture && (
        <BrandImage
          picture={picture}
          scene={courseScene}
          sizes={isOurs ? "(width < 48rem) 600px, 100vw" : "100vw"}
          priority
          className={`absolute inset-0 -z-1 size-full object-cover ${isOurs ? "object-[48%_12%]" : ""}`}
        />
      )}
      <div className="wrap grid gap-10 pt-9 pb-14 md:min-h-[clamp(38rem,53vw,calc(100dvh-4.75rem))] md:grid-cols-[minmax(0,1.2fr)_minmax(0,0.8fr)] md:items-center md:pt-10">
        <div
          className={
            isTheirs
              ? "justify-self-start rounded-picture bg-paper/92 p-6 max-md:mt-[45vw] md:p-9"
              : isOurs
                ? "md:self-start md:pt-[clamp(0rem,1.6vw,2rem)]"
                : undefined
          }
        >
          {eyebrow && <p className="eyebrow">{eyebrow}</p>}
          <h1 id="hero-heading" className="display mt-3 text-hero wrap-anywhere">
            {heading}
          </h1>
          {text && <p className="mt-5 max-w-[38ch] text-lg">{text}</p>}
          <div className="mt-7 flex flex-wrap gap-3">
            {first && (
              <LinkButton to={first.to} size="large">
                {first.label}
              </LinkButton>
            )}
            {second && (
              <LinkButton
                to={second.to}
                size="large"
                look="secondary"
                className="bg-surface [&:hover]:bg-ink"
              >
                {second.label}
              </LinkButton>
            )}
          </div>
        </div>
        {showsProduct && home.hero && <HeroProduct product={home.hero} />}
      </div>
    </section>
  );
}

function HeroProduct({ product }: { product: ProductSummary }) {
  return (
    <div className="grid justify-items-center md:justify-items-end md:self-end">
      <div className="relative w-[min(15rem,70vw)] rotate-2 rounded-[18px] bg-surface p-2.5 pb-2 [box-shadow:0_2px_6px_rgb(40_30_5/0.2),-30px_46px_60px_-18px_color-mix(in_oklab,var(--color-ink)_60%,transparent)] transition-[rotate] duration-250 ease-out hover:rotate-0 md:w-[min(19rem,100%)] lg:w-[22.5rem]">
        <Picture
          image={product.images[0]}
          sizes="(width >= 64rem) 360px, (width >= 48rem) 300px, 240px"
          priority
          className="aspect-[4/5] w-full rounded-[10px] bg-sand object-cover"
        />
        <div className="flex items-baseline justify-between gap-3 px-1 pt-3 pb-1">
          <Link
            to={product.path}
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
