import { type BrandPicture, drawingOf, type Focus } from "#domain/brand/picture.ts";
import { imageAtWidth, imageSourceSet } from "#domain/product/image.ts";
import { Scene, type SceneFiles } from "../../ui/scene/scene.tsx";

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

type BrandImageProps = {
  picture: BrandPicture;
  /** What stands there for a picture that came with the shop. */
  scene?: SceneFiles;
  sizes: string;
  className: string;
  priority?: boolean;
};

/** A picture that the owner uploaded, cropped around its focus. */
export function BrandImage({ picture, scene, sizes, className, priority }: BrandImageProps) {
  const { url, alt, focus } = picture;
  if (scene && drawingOf(picture) !== null)
    return <Scene files={scene} sizes={sizes} alt={alt} className={className} priority={priority} />;
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
