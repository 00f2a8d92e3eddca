import { Link } from "react-router";
import { shopQuery } from "#domain/catalog/shop-search.ts";
import type { ProductImage } from "#domain/product/image.ts";
import { type Category, categories, categoryLabels } from "#domain/product/product.ts";
import { ArrowRight } from "../../ui/icons.tsx";
import { Picture } from "../../ui/picture.tsx";
import { Scene } from "../../ui/scene/scene.tsx";
import { doorScenes } from "./door-scenes.ts";
import type { BlockProps } from "./home-blocks.tsx";
import { useRandomPicture } from "./use-random-picture.ts";

/** Two tall doors into the shop. */
export function CategoryDoors({ block, home }: BlockProps<"categories">) {
  return (
    <section aria-labelledby="categories-heading" className="pt-14 md:pt-20">
      <div className="wrap">
        <h2 id="categories-heading" className="display mb-6 text-heading md:mb-8">
          {block.heading}
        </h2>
        <div className="grid grid-cols-2 gap-3 md:gap-6">
          {categories.map((category) => (
            <Door key={category} category={category} pictures={home.categories[category]} />
          ))}
        </div>
      </div>
    </section>
  );
}

function Door({ category, pictures }: { category: Category; pictures: ProductImage[] }) {
  const picture = useRandomPicture(pictures);
  return (
    <div
      className={`doorway group relative aspect-[3/4.4] overflow-clip rounded-picture md:aspect-[1/1.1] ${category === "HATS" ? "bg-mist" : "bg-moss"}`}
    >
      <Scene files={doorScenes[category]} sizes={DOOR_SIZES} alt="" className={BACKGROUND} />
      <Link
        to={`/shop${shopQuery({ category })}`}
        prefetch="intent"
        className="door on-dark absolute inset-0 block overflow-clip rounded-picture"
      >
        {picture === undefined ? (
          <noscript>
            <DoorPicture image={pictures[0]} />
          </noscript>
        ) : (
          <DoorPicture image={picture} />
        )}
        <span className="absolute inset-x-0 bottom-0 flex items-center justify-between gap-3 bg-fairway py-3 pr-3 pl-5 text-white md:py-4 md:pr-5 md:pl-7">
          <span className="display text-heading">{categoryLabels[category]}</span>
          <span className="grid size-11 flex-none place-items-center rounded-full border-[1.5px] border-white/60 transition-colors duration-150 group-hover:bg-sun group-hover:text-ink max-md:hidden">
            <ArrowRight className="size-5" />
          </span>
        </span>
      </Link>
    </div>
  );
}

const DOOR_SIZES = "(width >= 80rem) 630px, 48vw";
const BACKGROUND =
  "absolute inset-0 size-full object-cover transition-[scale] duration-600 ease-out group-hover:scale-103";

/** A random product of the category, as a print in front of the scene. */
function DoorPicture({ image }: { image: ProductImage | null | undefined }) {
  return (
    <span className="absolute inset-x-0 top-[7%] bottom-[5.5rem] grid place-items-center md:bottom-[7.5rem]">
      <Picture
        image={image}
        alt=""
        sizes="(width >= 80rem) 378px, 28vw"
        placeholder="Coming soon"
        className="aspect-[4/5] max-h-full w-3/5 rotate-2 rounded-[10px] border-[5px] border-surface bg-sand object-cover shadow-float transition-[rotate] duration-250 ease-out group-hover:rotate-0"
      />
    </span>
  );
}
