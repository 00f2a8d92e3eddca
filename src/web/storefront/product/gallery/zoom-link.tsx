import { useState } from "react";
import type { ProductImage } from "#domain/product/image.ts";
import { useLoaded } from "../../../page/use-loaded.ts";
import { ZoomIn } from "../../../ui/icons.tsx";

const loadZoom = () => import("./zoom-dialog.tsx");

type ZoomLinkProps = {
  images: ProductImage[];
  current: number;
  name: string;
  onShow: (index: number) => void;
};

/** Opens the largest version of the picture in view; without JavaScript it leads to the file itself. */
export function ZoomLink({ images, current, name, onShow }: ZoomLinkProps) {
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
        <zoom.ZoomDialog {...{ images, current, name, open, onShow }} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
