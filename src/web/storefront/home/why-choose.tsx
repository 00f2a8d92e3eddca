import type { ShippingSettings } from "#domain/settings/settings.ts";

const holesOf = (businessDays: string, isFree: boolean) => [
  {
    name: "Cut for the swing",
    par: "4",
    text: "Room across the shoulders, quiet at the hem, and a brim that shades your eyes and not your line.",
  },
  {
    name: "Out the door fast",
    par: "3",
    text: `Shipping in ${businessDays} within the US, ${isFree ? "free on every order" : "at one flat rate that you see before you pay"}.`,
  },
  {
    name: "No club to join",
    par: "5",
    text: "Pay by card as a guest. No account, no password, no newsletter in the rough.",
  },
];

type WhyChooseProps = { storeName: string; businessDays: string; shipping: ShippingSettings };

/** Three reasons, set as three holes of a scorecard. */
export function WhyChoose({ storeName, businessDays, shipping }: WhyChooseProps) {
  const isFree = !shipping.enableFlatRateShipping || shipping.flatRateShippingCost === 0;
  return (
    <section aria-labelledby="why-heading" className="wrap py-16 md:py-24">
      <h2 id="why-heading" className="display mb-6 text-heading md:mb-8">
        Why Choose {storeName}
      </h2>
      <ol className="grid overflow-hidden rounded-picture border-[1.5px] border-ink bg-surface md:grid-cols-3">
        {holesOf(businessDays, isFree).map(({ name, par, text }, index) => (
          <li
            key={name}
            className="border-ink not-first:max-md:border-t-[1.5px] md:not-first:border-l-[1.5px]"
          >
            <p
              aria-hidden="true"
              className="numerals flex items-center gap-3 border-b border-line bg-moss px-5 py-2.5 md:px-7"
            >
              <span className="font-display text-4xl leading-none font-bold text-flag">{index + 1}</span>
              <span className="eyebrow">Hole</span>
              <span className="eyebrow ml-auto">Par {par}</span>
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
