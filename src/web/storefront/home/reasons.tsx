import type { BlockProps } from "./home-blocks.tsx";

/** Reasons to buy here, set as holes of a scorecard. */
export function Reasons({ block: { heading, label, reasons } }: BlockProps<"reasons">) {
  return (
    <section aria-labelledby="why-heading" className="wrap py-16 md:py-24">
      <h2 id="why-heading" className="display mb-6 text-heading md:mb-8">
        {heading}
      </h2>
      <ol className="grid overflow-hidden rounded-picture border-[1.5px] border-ink bg-surface md:grid-cols-3">
        {reasons.map(({ name, note, text }, index) => (
          <li
            key={name}
            className="border-ink not-first:max-md:border-t-[1.5px] md:not-first:border-l-[1.5px]"
          >
            <p
              aria-hidden="true"
              className="numerals flex items-center gap-3 border-b border-line bg-moss px-5 py-2.5 md:px-7"
            >
              <span className="font-display text-4xl leading-none font-bold text-flag">{index + 1}</span>
              {label && <span className="eyebrow">{label}</span>}
              {note && <span className="eyebrow ml-auto">{note}</span>}
            </p>
            <div className="p-5 md:p-7">
              <h3 className="display text-xl">{name}</h3>
              <p className="mt-2 text-ink-2">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
