import type { BrandPicture, Focus } from "#domain/brand/picture.ts";
import { imageAtWidth, imageSourceSet } from "#domain/product/image.ts";

const FOCUS: Record<Focus, string> = {
  "left-top": "object-left-top",
  top: "object-top",
  "right-top": "object-right-top",
  left: "object-left",
  center: "object-center",
  right: "object-right",
  "left-bottom": "object-left-bottom",
  bottom: "object-bottom",
  "right-bottom": "object-right-bottom",
};

/** For a browser without srcset. */
const SOURCE_WIDTH_PX = 1_024;

type BrandImageProps = { picture: BrandPicture; sizes: string; className: string; priority?: boolean };

/** A picture that the owner uploaded, cropped around its focus. */
export function BrandImage({ picture: { url, alt, focus }, sizes, className, priority }: BrandImageProps) {
  return (
    <img
      src={imageAtWidth(url, SOURCE_WIDTH_PX)}
      srcSet={imageSourceSet(url)}
      sizes={sizes}
      alt={alt}
      loading={priority ? "eager" : "lazy"}
      fetchPriority={priority ? "high" : undefined}
      decoding="async"
      className={`${className} ${FOCUS[focus]}`}
    />
  );
}
