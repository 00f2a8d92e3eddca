import { href } from "react-router";
import { LinkButton } from "../../ui/form/button.tsx";
import { Scene } from "../../ui/scene/scene.tsx";
import benchSmall from "./scenes/bench-at-last-light-640.avif?url";
import benchSmallWebp from "./scenes/bench-at-last-light-640.webp?url";
import benchLarge from "./scenes/bench-at-last-light-1200.avif?url";
import benchLargeWebp from "./scenes/bench-at-last-light-1200.webp?url";

const bench = {
  avif: { small: benchSmall, large: benchLarge },
  webp: { small: benchSmallWebp, large: benchLargeWebp },
  widths: [640, 1200],
  shape: 0.75,
} as const;

const values = [
  {
    name: "Quality",
    text: "Heavy cotton, clean seams, brims that keep their curve. We sell what we would still wear after a hundred rounds.",
  },
  {
    name: "Performance",
    text: "Shirts that move with a full swing and dry before the turn. Caps that stay put in the wind.",
  },
  {
    name: "Community",
    text: "Golf is four people and a walk. We choose for the Saturday group as much as for the club champion.",
  },
];

export function AboutPage({ storeName, businessDays }: { storeName: string; businessDays: string }) {
  return (
    <>
      <section className="bg-moss">
        <div className="wrap grid items-center gap-x-16 gap-y-8 py-12 lg:grid-cols-[1.1fr_1fr] lg:py-20">
          <div>
            <p className="eyebrow text-flag">About {storeName}</p>
            <h1 className="display mt-3 max-w-[14ch] text-hero">Dressed for the long way round.</h1>
          </div>
          <div>
            <Scene
              files={bench}
              sizes="(width >= 80rem) 580px, (width >= 64rem) 45vw, 94vw"
              alt="Illustration: a rope cap and a bucket hat on a bench next to the fairway at last light, with a scorecard, a golf ball, and the flag far behind"
              className="aspect-[4/3] w-full rounded-picture bg-sand object-cover"
            />
          </div>
        </div>
      </section>
      <section
        aria-labelledby="story"
        className="wrap grid gap-x-16 gap-y-5 py-14 lg:grid-cols-[1fr_1.4fr] lg:py-24"
      >
        <h2 id="story" className="display max-w-[12ch] text-heading">
          A pro shop without the glass case
        </h2>
        <div className="grid max-w-[58ch] gap-4 text-lg">
          <p>
            Every course has one: the small room by the first tee that smells of leather and cut grass, where
            a fellow golfer tells you which cap won't blow off on the fourteenth. {storeName} is that room,
            opened to everyone.
          </p>
          <p>
            We keep it to hats and shirts, because those are what you reach for on a Saturday at six in the
            morning. Few of them, chosen one at a time, at a price that leaves something for the green fee.
          </p>
          <p>
            No memberships, no account, no dress code. Pick what you like, and it is with you in{" "}
            {businessDays}.
          </p>
        </div>
      </section>
      <section aria-labelledby="values" className="bg-fairway text-white">
        <div className="on-dark wrap py-14 lg:py-20">
          <h2 id="values" className="display text-heading">
            Core values
          </h2>
          <ol className="mt-8 grid border-t border-white/30 md:grid-cols-3">
            {values.map(({ name, text }, at) => (
              <li
                key={name}
                className="border-b border-white/30 py-6 md:border-b-0 md:py-8 md:not-first:border-l md:not-first:pl-8 md:not-last:pr-8"
              >
                <span aria-hidden="true" className="display text-4xl text-sun">
                  {at + 1}
                </span>
                <h3 className="display mt-2 text-2xl">{name}</h3>
                <p className="mt-2 max-w-[44ch]">{text}</p>
              </li>
            ))}
          </ol>
        </div>
      </section>
      <div className="wrap flex flex-wrap items-center justify-between gap-6 py-14 lg:py-20">
        <p className="display max-w-[20ch] text-heading">Your tee time is soon. Your cap could be too.</p>
        <div className="flex flex-wrap gap-3">
          <LinkButton to={href("/shop")} size="large">
            Shop the collection
          </LinkButton>
          <LinkButton to={href("/contact")} look="secondary" size="large">
            Contact us
          </LinkButton>
        </div>
      </div>
    </>
  );
}
