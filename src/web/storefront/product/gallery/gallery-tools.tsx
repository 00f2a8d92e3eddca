import { useState } from "react";
import type { ProductImage } from "#domain/product/image.ts";
import { useLoaded } from "../../../page/use-loaded.ts";
import { ZoomIn } from "../../../ui/icons.tsx";

const loadZoom = () => import("./zoom-dialog.tsx");

type GalleryToolsProps = {
  images: ProductImage[];
  current: number;
  name: string;
  onShow: (index: number) => void;
};

/**
 * Opens the largest version of the picture in view; without JavaScript it leads to the file itself. The arrows need a
 * script anyway and come with the dialog's, at the first sign of a shopper.
 */
export function GalleryTools({ images, current, name, onShow }: GalleryToolsProps) {
  const [open, setOpen] = useState(false);
  const url = images[current]?.url;
  const zoom = useLoaded(loadZoom, open, () => setOpen(false));
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
          setOpen(true);
        }}
      >
        <ZoomIn className="size-5" />
      </a>
      {zoom && (
        <>
          <zoom.GalleryArrows current={current} count={images.length} onShow={onShow} />
          <zoom.ZoomDialog {...{ images, current, name, open, onShow }} onClose={() => setOpen(false)} />
        </>
      )}
    </>
  );
}
