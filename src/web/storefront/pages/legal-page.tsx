import { Fragment } from "react";
import { Link } from "react-router";
import type { LegalBlock, LegalDocument, LegalPiece } from "#domain/settings/legal-text.ts";

/** A page for reading: one column, large lead, ruled sections. */
export function LegalPage({ title, document }: { title: string; document: LegalDocument }) {
  const { lead, sections } = document;
  return (
    <article className="wrap max-w-[52rem] py-12 lg:py-20">
      <h1 className="display text-title">{title}</h1>
      <div className="mt-4 grid max-w-[58ch] gap-3 text-xl text-ink-2">
        <Blocks blocks={lead} />
      </div>
      <div className="mt-10 border-b border-line">
        {sections.map((section, at) => (
          <section
            // biome-ignore lint/suspicious/noArrayIndexKey: two sections may have one title, and none moves.
            key={at}
            className="grid gap-x-8 gap-y-2 border-t border-line py-7 md:grid-cols-[13rem_minmax(0,1fr)]"
          >
            <h2 className="display text-xl wrap-anywhere">{section.title}</h2>
            <div className="grid max-w-[60ch] content-start gap-3">
              <Blocks blocks={section.blocks} />
            </div>
          </section>
        ))}
      </div>
    </article>
  );
}

function Blocks({ blocks }: { blocks: LegalBlock[] }) {
  return blocks.map(({ kind, lines }, at) =>
    kind === "list" ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text have no other name.
      <ul key={at} className="grid list-disc gap-1.5 pl-5 wrap-anywhere marker:text-flag">
        {lines.map((line, number) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: nor have its lines.
          <li key={number}>
            <Pieces line={line} />
          </li>
        ))}
      </ul>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text have no other name.
      <p key={at} className="wrap-anywhere">
        {lines.map((line, number) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: nor have its lines.
          <Fragment key={number}>
            {number > 0 && <br />}
            <Pieces line={line} />
          </Fragment>
        ))}
      </p>
    ),
  );
}

function Pieces({ line }: { line: LegalPiece[] }) {
  return line.map((piece) => {
    if (typeof piece === "string") return piece;
    const { to, text } = piece;
    if (to.startsWith("/"))
      return (
        <Link key={text} to={to} className="text-link">
          {text}
        </Link>
      );
    return (
      <a key={text} href={to} className="text-link">
        {text}
      </a>
    );
  });
}
