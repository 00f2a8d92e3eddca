import { type Icon, icon } from "../../../ui/icons.tsx";

const ChevronLeft = icon("m15 18-6-6 6-6");
const ChevronRight = icon("m9 18 6-6-6-6");

type ArrowsProps = { current: number; count: number; onShow: (index: number) => void };

/** To the previous and the next picture. They need a script. Over the page, fingers swipe instead. */
export function GalleryArrows({ current, count, onShow }: ArrowsProps) {
  if (count === 1) return null;
  const arrow = (to: number, label: string, Arrow: Icon) => (
    <button
      type="button"
      aria-label={label}
      disabled={to < 0 || to === count}
      className="grid size-11 place-items-center rounded-full bg-surface enabled:hover:bg-white disabled:text-edge"
      onClick={() => onShow(to)}
    >
      <Arrow className="size-5" />
    </button>
  );
  return (
    <div className="gallery-arrows absolute right-3.5 bottom-3.5 flex gap-2 noscript:hidden pointer-coarse:hidden">
      {arrow(current - 1, "Previous picture", ChevronLeft)}
      {arrow(current + 1, "Next picture", ChevronRight)}
    </div>
  );
}
