import { useId } from "react";
import { LinkButton } from "../../ui/form/button.tsx";
import { BrandImage } from "../brand/brand-image.tsx";
import type { BlockProps } from "./home-blocks.tsx";

/** A picture on one side and text on the other, stacked on a phone. */
export function PictureText({ block: { heading, text, link, picture, side } }: BlockProps<"picture-text">) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="wrap py-14 md:py-20">
      <div className={`grid items-center gap-x-16 gap-y-8 ${picture ? "lg:grid-cols-2" : ""}`}>
        {picture && (
          <BrandImage
            picture={picture}
            sizes="(width >= 80rem) 600px, (width >= 64rem) 46vw, 94vw"
            className={`aspect-[4/3] w-full rounded-picture bg-sand object-cover ${side === "right" ? "lg:order-1" : ""}`}
          />
        )}
        <div className="max-w-[58ch]">
          <h2 id={headingId} className="display text-heading wrap-anywhere">
            {heading}
          </h2>
          {text.split("\n\n").map((paragraph) => (
            <p key={paragraph} className="mt-4 text-lg whitespace-pre-line wrap-anywhere">
              {paragraph}
            </p>
          ))}
          {link && (
            <LinkButton to={link.to} size="large" className="mt-7">
              {link.label}
            </LinkButton>
          )}
        </div>
      </div>
    </section>
  );
}
