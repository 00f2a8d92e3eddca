import { useState } from "react";
import { imageAtWidth, imageSourceSet, type ProductImage } from "#domain/product/image.ts";
import { PicturePlaceholder } from "./picture-placeholder.tsx";

type PictureProps = {
  image: ProductImage | null | undefined;
  /** The `sizes` attribute: how wide the picture is drawn at which viewport. */
  sizes: string;
  /** The first picture of a page: fetched right away and before others. */
  priority?: boolean;
  /** Replaces the picture's own text; "" when the text next to it already says the same. */
  alt?: string;
  className?: string;
  /** What stands in its place when there is no picture or it fails to load. */
  placeholder?: string;
};

/**
 * A 4:5 product picture in the right size for the screen, as AVIF where both it and the browser have that. A
 * picture that fails is tried as WebP and then becomes a placeholder, once.
 */
export function Picture(props: PictureProps) {
  const { image, sizes, priority = false, alt, className = "", placeholder } = props;
  const [failed, setFailed] = useState("");
  if (!image || failed === image.url) return <PicturePlaceholder text={placeholder} className={className} />;
  const avif = image.hasAvif && imageSourceSet(image.url, "avif");
  const offersAvif = avif && failed !== avif;
  const fail = () => setFailed(offersAvif ? avif : image.url);
  const img = (
    <img
      ref={(element) => {
        // A picture that failed before hydration has already fired its error event.
        if (element?.complete && element.naturalWidth === 0 && element.currentSrc) fail();
      }}
      src={imageAtWidth(image.url, 640)}
      srcSet={imageSourceSet(image.url) || undefined}
      sizes={sizes}
      alt={alt ?? image.alt}
      width={800}
      height={1000}
      loading={priority ? "eager" : "lazy"}
      fetchPriority={priority ? "high" : undefined}
      decoding="async"
      draggable={false}
      className={className}
      onError={fail}
    />
  );
  if (!offersAvif) return img;
  return (
    <picture>
      <source type="image/avif" srcSet={avif} sizes={sizes} />
      {img}
    </picture>
  );
}
