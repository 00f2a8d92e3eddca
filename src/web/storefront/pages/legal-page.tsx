import type { LegalDocument } from "#domain/settings/legal-text.ts";
import { TextBlocks } from "./text-blocks.tsx";

/** A page for reading: one column, large lead, ruled sections. */
export function LegalPage({ title, document }: { title: string; document: LegalDocument }) {
  const { lead, sections } = document;
  return (
    <article className="wrap max-w-[52rem] py-12 lg:py-20">
      <h1 className="display text-title">{title}</h1>
      <div className="mt-4 grid max-w-[58ch] gap-3 text-xl text-ink-2">
        <TextBlocks blocks={lead} />
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
              <TextBlocks blocks={section.blocks} />
            </div>
          </section>
        ))}
      </div>
    </article>
  );
}
