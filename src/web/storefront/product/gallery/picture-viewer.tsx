import "./picture-viewer.css";
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { IMAGE_WIDTH_MAX, imageAtWidth, type ProductImage } from "#domain/product/image.ts";
import { IconButton } from "../../../ui/form/button.tsx";
import { icon, LENS, X, ZoomIn } from "../../../ui/icons.tsx";
import { Picture } from "../../../ui/picture.tsx";
import { useHistoryLayer } from "../../../ui/use-history-layer.ts";
import { useModal } from "../../../ui/use-modal.ts";
import { GalleryArrows } from "./gallery-arrows.tsx";
import { useZoom } from "./use-zoom.ts";

// Both come with the first sign of a shopper.
export { GalleryArrows };

const ZoomOut = icon(`${LENS}M8 11h6`);

/** A whole picture of 4:5 in any window. */
const FITTED_SIZES = "min(100vw, 80vh)";

type PictureViewerProps = {
  images: ProductImage[];
  /** Which picture is shown first. */
  current: number;
  name: string;
  open: boolean;
  onShow: (index: number) => void;
  onClose: () => void;
};

/**
 * The pictures over the whole window. Each is fitted first; two fingers, a double tap, the wheel or the button enlarge it.
 * A swipe, the arrows and the arrow keys lead to the next.
 */
export function PictureViewer({ open, onClose, ...rest }: PictureViewerProps) {
  useHistoryLayer(open, onClose);
  const modal = useModal(open, onClose);
  const stage = useRef<HTMLUListElement>(null);
  useFirstInView(stage, { open, first: rest.current });
  return (
    <dialog {...modal} className="viewer" aria-label={titleOf(rest)}>
      {open && <Viewer {...rest} stage={stage} onClose={onClose} />}
    </dialog>
  );
}

function titleOf({ name, images, current }: Pick<PictureViewerProps, "name" | "images" | "current">): string {
  return `${name}: picture${images.length > 1 ? ` ${current + 1} of ${images.length}` : ""}`;
}

type ViewerProps = Omit<PictureViewerProps, "open"> & { stage: RefObject<HTMLUListElement | null> };

function Viewer({ stage, images, current, onShow, onClose }: ViewerProps) {
  const [first] = useState(current);
  const [index, setIndex] = useState(first);
  const zoom = useZoom(stage, () => pictureAt(stage, index), index);

  function lead(to: number) {
    stage.current?.scrollTo({ left: to * stage.current.clientWidth, behavior: "smooth" });
  }

  function press(event: KeyboardEvent) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (zoom.moveByKey(event.key)) event.preventDefault();
    else if (step && images[index + step]) {
      event.preventDefault();
      lead(index + step);
    } else if ((event.key === "+" && !zoom.isZoomed) || (event.key === "-" && zoom.isZoomed)) zoom.toggle();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are shortcuts of the buttons inside.
    <div className="viewer-frame" onKeyDown={press}>
      <ul
        ref={stage}
        className="viewer-stage"
        data-zoomed={zoom.isZoomed}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        tabIndex={0}
        aria-label="Enlarged picture"
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => {
          const next = Math.round(scrollLeft / clientWidth);
          if (next === index || !images[next]) return;
          setIndex(next);
          onShow(next);
        }}
      >
        {images.map((image, at) => (
          <li key={image.url}>
            <div className="viewer-picture">
              <Picture image={image} sizes={FITTED_SIZES} priority={at === first} />
              {at === index && zoom.isZoomed && (
                <img src={imageAtWidth(image.url, IMAGE_WIDTH_MAX)} alt="" draggable={false} />
              )}
            </div>
          </li>
        ))}
      </ul>
      {images.length > 1 && (
        <p aria-hidden="true" className="viewer-place numerals">
          {`${index + 1} / ${images.length}`}
        </p>
      )}
      <IconButton label="Close" className="viewer-close" onClick={onClose}>
        <X className="size-5" />
      </IconButton>
      <IconButton
        label={zoom.isZoomed ? "Fit picture" : "Enlarge picture"}
        className="viewer-zoom"
        onClick={zoom.toggle}
      >
        {zoom.isZoomed ? <ZoomOut className="size-5" /> : <ZoomIn className="size-5" />}
      </IconButton>
      <GalleryArrows current={index} count={images.length} onShow={lead} />
    </div>
  );
}

function pictureAt(stage: RefObject<HTMLElement | null>, index: number): HTMLElement | null {
  return stage.current?.querySelectorAll<HTMLElement>(".viewer-picture")[index] ?? null;
}

/** Called after `useModal`: the dialog has just been shown and has its size, and no other one can have been requested yet. */
function useFirstInView(
  stage: RefObject<HTMLElement | null>,
  { open, first }: { open: boolean; first: number },
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the picture in view at the opening; later the shopper moves.
  useEffect(() => {
    if (open) stage.current?.scrollTo({ left: first * stage.current.clientWidth });
  }, [stage, open]);
}
