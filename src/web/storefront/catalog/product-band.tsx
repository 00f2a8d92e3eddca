import { type ReactNode, useId } from "react";
import { Link } from "react-router";
import { ArrowRight } from "../../ui/icons.tsx";

type ProductBandProps = {
  heading: string;
  intro?: string;
  link: { to: string; label: string };
  tone?: "sand";
  children: ReactNode;
};

/** A band of products: heading on the left, the link to more on the right, content below. */
export function ProductBand({ heading, intro, link, tone, children }: ProductBandProps) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className={`py-14 md:py-20 ${tone === "sand" ? "bg-sand" : ""}`}>
      <div className="wrap">
        <div className="mb-6 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 md:mb-8">
          <div>
            <h2 id={headingId} className="display text-heading">
              {heading}
            </h2>
            {intro && <p className="mt-1 text-ink-2">{intro}</p>}
          </div>
          <Link
            to={link.to}
            prefetch="intent"
            className="group inline-flex min-h-11 items-center gap-2 font-semibold"
          >
            <span className="text-link">{link.label}</span>
            <ArrowRight className="size-[1.125rem] transition-transform group-hover:translate-x-1" />
          </Link>
        </div>
        {children}
      </div>
    </section>
  );
}
