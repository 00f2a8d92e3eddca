import { ChevronLeft, ChevronRight } from "../ui/icons.tsx";

type ArrowsProps = { current: number; count: number; onShow: (index: number) => void };

/** To the picture before and the one after. */
export function GalleryArrows({ current, count, onShow }: ArrowsProps) {
  return (
    <div className="gallery-arrows">
      <button
        type="button"
        aria-label="Previous picture"
        disabled={current === 0}
        onClick={() => onShow(current - 1)}
      >
        <ChevronLeft aria-hidden="true" className="size-5" />
      </button>
      <button
        type="button"
        aria-label="Next picture"
        disabled={current === count - 1}
        onClick={() => onShow(current + 1)}
      >
        <ChevronRight aria-hidden="true" className="size-5" />
      </button>
    </div>
  );
}
