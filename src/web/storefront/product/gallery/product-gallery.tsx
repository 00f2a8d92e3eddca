import { useRef, useState } from "react";
import type { Product } from "#domain/product/product.ts";
import { Picture } from "../../../ui/picture.tsx";
import { PicturePlaceholder } from "../../../ui/picture-placeholder.tsx";
import { GalleryTools } from "./gallery-tools.tsx";

/**
 * On a phone the stage is as wide as the screen. With two pixels per point that is 780 of them, and the stored 640
 * look alike and weigh less than half of 1024, so it asks for a little less than it draws; with three it gets 1024.
 */
const STAGE_SIZES = "(width >= 85rem) 680px, (width >= 64rem) 52vw, (width >= 48rem) 47vw, 82vw";

/** The pictures side by side; scrolling snaps. Thumbnails and arrows scroll and follow the picture in view. */
export function ProductGallery({ product }: { product: Pick<Product, "images" | "name"> }) {
  const { images, name } = product;
  const stage = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(0);
  const [isViewing, setViewing] = useState(false);
  if (images.length === 0) {
    return (
      <div className="max-md:-mx-4">
        <PicturePlaceholder className="aspect-[4/5] w-full rounded-picture" />
      </div>
    );
  }

  function show(index: number) {
    const list = stage.current;
    if (list) list.scrollTo({ left: index * list.clientWidth, behavior: "smooth" });
  }

  return (
    <section aria-label={`Pictures of ${name}`} className="product-gallery relative min-w-0">
      <div className="relative max-md:-mx-4">
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: by keyboard the tools open the pictures. */}
        <ul
          ref={stage}
          className="gallery-stage product-picture-moving"
          onClick={() => setViewing(true)}
          tabIndex={images.length > 1 ? 0 : undefined}
          aria-label="Pictures"
          onScroll={(event) => {
            const { scrollLeft, clientWidth } = event.currentTarget;
            setCurrent(Math.round(scrollLeft / clientWidth));
          }}
        >
          {images.map((image, index) => (
            <li key={image.url} id={`picture-${index + 1}`}>
              <Picture image={image} sizes={STAGE_SIZES} priority={index === 0} />
            </li>
          ))}
        </ul>
        <GalleryTools {...{ images, current, name }} open={isViewing} onOpen={setViewing} onShow={show} />
      </div>
      {images.length > 1 && <Thumbnails images={images} current={current} onShow={show} />}
    </section>
  );
}

type ThumbnailsProps = Pick<Product, "images"> & { current: number; onShow: (index: number) => void };

function Thumbnails({ images, current, onShow }: ThumbnailsProps) {
  return (
    <ul
      aria-label="Thumbnails"
      className="mt-3 grid grid-cols-4 gap-3 max-md:absolute max-md:bottom-3 max-md:left-0 max-md:gap-2 max-md:*:w-11"
    >
      {images.map((image, index) => (
        <li key={image.url}>
          <a
            href={`#picture-${index + 1}`}
            aria-label={`Show picture ${index + 1} of ${images.length}`}
            aria-current={index === current ? "true" : undefined}
            className="thumbnail"
            onClick={(event) => {
              event.preventDefault();
              onShow(index);
            }}
          >
            {/* The first has the file of the large one, which is on its way already. */}
            <Picture
              image={image}
              alt=""
              sizes={index === 0 ? STAGE_SIZES : "(width >= 64rem) 160px, 23vw"}
              className="size-full object-cover"
            />
          </a>
        </li>
      ))}
    </ul>
  );
}
