import { useEffect, useRef } from "react";
import { IMAGE_WIDTH_MAX, imageAtWidth, type ProductImage } from "#domain/product/image.ts";
import { WideDialog } from "../../../ui/dialog.tsx";
import { GalleryArrows } from "./gallery-arrows.tsx";

// Both come with the first sign of a shopper.
export { GalleryArrows };

type ZoomDialogProps = {
  images: ProductImage[];
  /** Which picture is shown. */
  current: number;
  name: string;
  open: boolean;
  onShow: (index: number) => void;
  onClose: () => void;
};

/** The largest version of a picture, larger than the screen: scrolled with a finger, the wheel or the arrow keys. */
export function ZoomDialog({ images, current, name, open, onShow, onClose }: ZoomDialogProps) {
  const image = images[current];
  if (!image) return null;
  const place = images.length > 1 ? ` ${current + 1} of ${images.length}` : "";
  return (
    <WideDialog open={open} onClose={onClose} title={`${name}: picture${place}`}>
      <ZoomStage key={image.url} image={image} />
      <GalleryArrows current={current} count={images.length} onShow={onShow} />
    </WideDialog>
  );
}

function ZoomStage({ image }: { image: ProductImage }) {
  const stage = useRef<HTMLElement>(null);
  // The dialog has its size only once it is shown, a frame after its content is mounted.
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const element = stage.current;
      if (!element) return;
      element.scrollLeft = (element.scrollWidth - element.clientWidth) / 2;
      element.scrollTop = (element.scrollHeight - element.clientHeight) / 2;
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <section
      ref={stage}
      className="min-h-0 flex-1 overflow-auto overscroll-contain bg-sand focus-visible:-outline-offset-3"
      aria-label="Enlarged picture"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
    >
      {/* Larger than its stage: at least 1200 px wide, and as wide as the stage allows. */}
      <img
        src={imageAtWidth(image.url, IMAGE_WIDTH_MAX)}
        alt={image.alt}
        width={1600}
        height={2000}
        className="h-auto w-[max(100%,75rem)] max-w-none"
      />
    </section>
  );
}
