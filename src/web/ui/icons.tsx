// The icons of the shopper's pages, drawn from Lucide's paths (ISC license, lucide.dev) as plain SVG: what a
// first visit loads needs no icon library. They decorate words or an aria-label, so they are hidden from
// assistive technology. An icon that only one page uses stands with that page, and what only the back office needs in
// ../admin/icons.tsx, with the license.
import type { SVGProps } from "react";

export type IconProps = SVGProps<SVGSVGElement>;
export type Icon = (props: IconProps) => React.JSX.Element;

export const CIRCLE = "M22 12a10 10 0 1 1-20 0 10 10 0 0 1 20 0Z";
export const LENS = "M19 11a8 8 0 1 1-16 0 8 8 0 0 1 16 0ZM21 21l-4.34-4.34";

/** `d` is drawn with a round pen of 2 on a field of 24; its size comes from a class. */
export function icon(d: string): Icon {
  return (props) => (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      {...props}
    >
      <path d={d} />
    </svg>
  );
}

export const ArrowLeft = icon("m12 19-7-7 7-7m7 7H5");
export const ArrowRight = icon("M5 12h14m-7-7 7 7-7 7");
export const CircleAlert = icon(`${CIRCLE}M12 8v4m0 4h.01`);
export const CircleCheck = icon(`${CIRCLE}M16 9l-5.5 5.5L8 12`);
export const CircleX = icon(`${CIRCLE}M15 9l-6 6m0-6 6 6`);
export const Menu = icon("M4 5h16M4 12h16M4 19h16");
export const Minus = icon("M5 12h14");
export const Plus = icon("M5 12h14M12 5v14");
export const Ruler = icon(
  "M21.3 15.3a2.4 2.4 0 0 1 0 3.4l-2.6 2.6a2.4 2.4 0 0 1-3.4 0L2.7 8.7a2.41 2.41 0 0 1 0-3.4l2.6-2.6a2.41 2.41 0 0 1 3.4 0Zm-6.8-2.8 2-2m-5-1 2-2m-5-1 2-2m7 11 2-2",
);
export const Search = icon(LENS);
export const ShoppingBag = icon(
  "M16 10a4 4 0 0 1-8 0M3.103 6.034h17.794M3.4 5.467a2 2 0 0 0-.4 1.2V20a2 2 0 0 0 2 2h14a2 2 0 0 0 2-2V6.667a2 2 0 0 0-.4-1.2l-2-2.667A2 2 0 0 0 17 2H7a2 2 0 0 0-1.6.800Z",
);
export const TriangleAlert = icon(
  "m21.73 18-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3M12 9v4m0 4h.01",
);
export const UserRound = icon("M17 8a5 5 0 1 1-10 0 5 5 0 0 1 10 0Zm3 13a8 8 0 0 0-16 0");
export const X = icon("M18 6 6 18M6 6l12 12");
export const ZoomIn = icon(`${LENS}M11 8v6m-3-3h6`);
