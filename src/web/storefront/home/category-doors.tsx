import { Link } from "react-router";
import type { CategoryDoor } from "#domain/catalog/home.ts";
import { categoryPath } from "#domain/category/category-path.ts";
import type { ProductImage } from "#domain/product/image.ts";
import { useRootData } from "../../page/root-data.ts";
import { ArrowRight } from "../../ui/icons.tsx";
import { Picture } from "../../ui/picture.tsx";
import { Scene } from "../../ui/scene/scene.tsx";
import type { BlockProps } from "./home-blocks.tsx";
import { doorScenes } from "./scenes.ts";
import { useRandomPicture } from "./use-random-picture.ts";

/** Tall doors into the shop: two, three, or rows of them. */
export function CategoryDoors({ block, home: { categories } }: BlockProps<"categories">) {
  if (categories.length === 0) return null;
  const isInThrees = categories.length % 3 === 0 || categories.length > 4;
  return (
    <section aria-labelledby="categories-heading" className="pt-14 md:pt-20">
      <div className="wrap">
        <h2 id="categories-heading" className="display mb-6 text-heading md:mb-8">
          {block.heading}
        </h2>
        <div className={`grid grid-cols-2 gap-3 md:gap-6 ${isInThrees ? "md:grid-cols-3" : ""}`}>
          {categories.map((category, at) => (
            <Door
              key={category.id}
              category={category}
              isAlone={at % 2 === 0 && at === categories.length - 1}
            />
          ))}
        </div>
      </div>
    </section>
  );
}

/** `isAlone`: nothing stands next to it on a phone. */
function Door({ category, isAlone }: { category: CategoryDoor; isAlone: boolean }) {
  const { id, name, picture } = category;
  const scene = useRootData().brand.hasDrawings && doorScenes[id];
  return (
    <div
      className={`doorway group relative aspect-[3/4.4] overflow-clip rounded-picture md:aspect-[1/1.1] ${id === "Hats" ? "bg-mist" : "bg-moss"}${isAlone ? " max-md:col-span-2 max-md:aspect-[3/2]" : ""}`}
    >
      {picture ? (
        <Picture image={picture} sizes={DOOR_SIZES} placeholder=" " className={BACKGROUND} />
      ) : (
        scene && <Scene files={scene} sizes={DOOR_SIZES} alt="" className={BACKGROUND} />
      )}
      <Link
        to={categoryPath(category)}
        prefetch="intent"
        className="door on-dark absolute inset-0 block overflow-clip rounded-picture"
      >
        {!picture && <RandomPicture pictures={category.pictures} isAlone={isAlone} />}
        <span className="absolute inset-x-0 bottom-0 flex items-center justify-between gap-3 bg-fairway py-3 pr-3 pl-5 text-white md:py-4 md:pr-5 md:pl-7">
          <span className="display text-heading">{name}</span>
          <span className="grid size-11 flex-none place-items-center rounded-full border-[1.5px] border-white/60 transition-colors duration-150 group-hover:bg-sun group-hover:text-ink max-md:hidden">
            <ArrowRight className="size-5" />
          </span>
        </span>
      </Link>
    </div>
  );
}

const DOOR_SIZES = "(width >= 80rem) 630px, 48vw";
/** What is above the label. */
const BACKGROUND =
  "absolute inset-x-0 top-0 h-[calc(100%-3rem)] w-full object-cover md:h-[calc(100%-4.5rem)] transition-[scale] duration-600 ease-out group-hover:[scale:1.03]";

/** A random product of the category, as a print in front of the scene. */
function RandomPicture({ pictures, isAlone }: { pictures: ProductImage[]; isAlone: boolean }) {
  const picture = useRandomPicture(pictures);
  if (picture !== undefined) return <DoorPicture image={picture} isAlone={isAlone} />;
  return (
    <noscript>
      <DoorPicture image={pictures[0]} isAlone={isAlone} />
    </noscript>
  );
}

/** In a low door its height is what there is above the label. */
function DoorPicture({ image, isAlone }: { image: ProductImage | null | undefined; isAlone: boolean }) {
  return (
    <span
      className={`absolute inset-x-0 top-[7%] bottom-[5.5rem] grid place-items-center md:bottom-[7.5rem] ${isAlone ? "max-md:grid-rows-1" : ""}`}
    >
      <Picture
        image={image}
        alt=""
        sizes="(width >= 80rem) 378px, 28vw"
        placeholder="Coming soon"
        className={`aspect-[4/5] rotate-2 rounded-[10px] bg-sand object-cover p-[5px] [box-shadow:inset_0_0_0_5px_var(--color-surface),var(--shadow-float)] transition-[rotate] duration-250 ease-out group-hover:rotate-0 ${isAlone ? "max-md:h-full max-md:w-auto md:w-3/5" : "w-3/5"}`}
      />
    </span>
  );
}
