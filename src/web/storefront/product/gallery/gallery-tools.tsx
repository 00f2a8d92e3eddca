import type { ProductImage } from "#domain/product/image.ts";
import { useLoaded } from "../../../page/use-loaded.ts";
import { ZoomIn } from "../../../ui/icons.tsx";

const loadViewer = () => import("./picture-viewer.tsx");

type GalleryToolsProps = {
  images: ProductImage[];
  current: number;
  name: string;
  /** Whether the pictures are shown over the whole window. */
  open: boolean;
  onOpen: (open: boolean) => void;
  onShow: (index: number) => void;
};

/**
 * Opens the pictures over the whole window; without JavaScript it leads to the file itself. The arrows need a script
 * anyway and come with the viewer's, at the first sign of a shopper.
 */
export function GalleryTools({ images, current, name, open, onOpen, onShow }: GalleryToolsProps) {
  const url = images[current]?.url;
  const viewer = useLoaded(loadViewer, open, () => onOpen(false));
  return (
    <>
      <a
        href={url}
        aria-haspopup="dialog"
        aria-label="Zoom picture"
        className="absolute top-3.5 right-3.5 grid size-11 place-items-center rounded-full bg-surface hover:bg-white"
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          onOpen(true);
        }}
      >
        <ZoomIn className="size-5" />
      </a>
      {viewer && (
        <>
          <viewer.GalleryArrows current={current} count={images.length} onShow={onShow} />
          <viewer.PictureViewer {...{ images, current, name, open, onShow }} onClose={() => onOpen(false)} />
        </>
      )}
    </>
  );
}
