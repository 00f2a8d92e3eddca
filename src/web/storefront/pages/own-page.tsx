import type { OwnPage } from "#domain/brand/own-page.ts";
import type { LegalDocument, LegalPiece, LegalSection } from "#domain/settings/legal-text.ts";
import { LinkButton } from "../../ui/form/button.tsx";
import { BrandImage } from "../brand/brand-image.tsx";
import { benchScene } from "./scenes.ts";
import { Pieces, TextBlocks } from "./text-blocks.tsx";

export type ShownPage = Pick<OwnPage, "eyebrow" | "heading" | "picture"> & { document: LegalDocument };

/**
 * A page of the owner: heading and picture on a tinted background, and the sections of its text. A section with only a
 * numbered list becomes a band of columns, and one with only links becomes a row of buttons.
 */
export function OwnPageView({ page: { eyebrow, heading, picture, document } }: { page: ShownPage }) {
  return (
    <>
      <section className="bg-moss">
        <div
          className={`wrap grid items-center gap-x-16 gap-y-8 py-12 lg:py-20 ${picture ? "lg:grid-cols-[1.1fr_1fr]" : ""}`}
        >
          <div>
            {eyebrow && <p className="eyebrow text-flag">{eyebrow}</p>}
            <h1 className="display mt-3 max-w-[14ch] text-hero wrap-anywhere">{heading}</h1>
          </div>
          {picture && (
            <div>
              <BrandImage
                picture={picture}
                scene={benchScene}
                sizes={PICTURE_SIZES}
                className={PICTURE_LOOK}
              />
            </div>
          )}
        </div>
      </section>
      {document.lead.length > 0 && (
        <div className="wrap grid max-w-[58ch] gap-4 pt-14 text-xl lg:pt-20">
          <TextBlocks blocks={document.lead} />
        </div>
      )}
      {document.sections.map((section, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two sections may have the same title, and none moves.
        <Section key={at} id={`section-${at + 1}`} section={section} />
      ))}
    </>
  );
}

const PICTURE_SIZES = "(width >= 80rem) 580px, (width >= 64rem) 45vw, 94vw";
const PICTURE_LOOK = "aspect-[4/3] w-full rounded-picture bg-sand object-cover";

function Section({ id, section }: { id: string; section: LegalSection }) {
  const [block, ...others] = section.blocks;
  if (block?.kind === "numbered" && others.length === 0)
    return <NumberedBand id={id} title={section.title} lines={block.lines} />;
  if (block?.kind === "paragraph" && others.length === 0 && block.lines.every(isLinks))
    return <Closing title={section.title} links={block.lines.flat()} />;
  return (
    <section
      aria-labelledby={id}
      className="wrap grid gap-x-16 gap-y-5 py-14 lg:grid-cols-[1fr_1.4fr] lg:py-24"
    >
      <h2 id={id} className="display max-w-[12ch] text-heading wrap-anywhere">
        {section.title}
      </h2>
      <div className="grid max-w-[58ch] content-start gap-4 text-lg">
        <TextBlocks blocks={section.blocks} />
      </div>
    </section>
  );
}

const isLinks = (line: LegalPiece[]) =>
  line.every((piece) => typeof piece !== "string" || piece.trim() === "") && line.length > 0;

/** "Quality: Heavy cotton" has a title. */
function titled(line: LegalPiece[]): { title: string | null; rest: LegalPiece[] } {
  const [first, ...others] = line;
  const [, title, text] = (typeof first === "string" && /^([^:]{1,40}): (.*)$/s.exec(first)) || [];
  return title === undefined ? { title: null, rest: line } : { title, rest: [text ?? "", ...others] };
}

function NumberedBand({ id, title, lines }: { id: string; title: string; lines: LegalPiece[][] }) {
  return (
    <section aria-labelledby={id} className="bg-fairway text-white">
      <div className="on-dark wrap py-14 lg:py-20">
        <h2 id={id} className="display text-heading wrap-anywhere">
          {title}
        </h2>
        <ol className="mt-8 grid border-t border-white/30 md:grid-cols-3">
          {lines.map(titled).map(({ title: name, rest }, at) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text have no other key.
              key={at}
              className="border-b border-white/30 py-6 md:border-b-0 md:py-8 md:not-first:border-l md:not-first:pl-8 md:not-last:pr-8"
            >
              <span aria-hidden="true" className="display text-4xl text-sun">
                {at + 1}
              </span>
              {name && <h3 className="display mt-2 text-2xl">{name}</h3>}
              <p className="mt-2 max-w-[44ch]">
                <Pieces line={rest} />
              </p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

function Closing({ title, links }: { title: string; links: LegalPiece[] }) {
  return (
    <div className="wrap flex flex-wrap items-center justify-between gap-6 py-14 lg:py-20">
      <p className="display max-w-[20ch] text-heading">{title}</p>
      <div className="flex flex-wrap gap-3">
        {links
          .filter((piece) => typeof piece !== "string")
          .map(({ to, text }, at) => (
            <LinkButton key={to + text} to={to} look={at === 0 ? "primary" : "secondary"} size="large">
              {text}
            </LinkButton>
          ))}
      </div>
    </div>
  );
}
