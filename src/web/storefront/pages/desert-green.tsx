/** The view from the shop's door: a green in the Sonoran desert, drawn in layers. */
export function DesertGreen({ label, className }: { label: string; className: string }) {
  return (
    <svg viewBox="0 0 640 480" role="img" aria-label={label} className={className}>
      <rect width="640" height="480" className="fill-sun" opacity=".55" />
      <rect width="640" height="480" className="fill-blush" opacity=".55" />
      <circle cx="452" cy="196" r="64" className="fill-paper" opacity=".5" />
      <circle cx="452" cy="196" r="46" className="fill-sun" />
      <path
        d="M0 262 96 176l44 34 70-62 78 78 60-36 92 66 88-84 112 92v216H0z"
        className="fill-flag"
        opacity=".28"
      />
      <path
        d="M0 300c70-40 118-46 190-16 62-40 132-38 196-4 74-38 164-34 254 6v194H0z"
        className="fill-flag-deep"
        opacity=".42"
      />
      <path d="M0 346c120-48 250-46 344-10 96-34 204-30 296 8v136H0z" className="fill-fairway" />
      <path
        d="M96 418c30-58 150-86 280-80 118 6 196 44 202 86 5 40-60 56-60 56H150s-70-22-54-62z"
        className="fill-ok"
      />
      <ellipse cx="378" cy="392" rx="138" ry="30" className="fill-moss" opacity=".5" />
      <path d="M92 402c28-16 74-14 96 2 14 12-2 24-42 24-44 0-70-14-54-26z" className="fill-sand" />
      <path d="m392 396 150 44-6 5-146-45z" className="fill-fairway-deep" opacity=".35" />
      <ellipse cx="390" cy="397" rx="9" ry="3.4" className="fill-fairway-deep" />
      <path d="M390 397V214" strokeWidth="5" strokeLinecap="round" className="stroke-paper" />
      <path d="M393 216c28-14 46 10 78-5l-13 30 14 27c-34 14-50-9-79 6z" className="fill-flag" />
      <circle cx="322" cy="402" r="7" className="fill-white" />
      <g className="fill-none stroke-fairway-deep" strokeLinecap="round" strokeLinejoin="round">
        <path d="M62 398V250" strokeWidth="24" />
        <path d="M62 350H34q-8 0-8-8v-34M62 326h26q8 0 8-8v-40" strokeWidth="15" />
        <path d="M566 380V292" strokeWidth="17" />
        <path d="M566 350h-17q-6 0-6-6v-20M566 338h18q6 0 6-6v-26" strokeWidth="11" />
      </g>
      <g className="fill-none stroke-ok" strokeWidth="2" strokeLinecap="round" opacity=".7">
        <path d="M58 388V256M66 388V256M564 376v-80M569 376v-80" />
      </g>
    </svg>
  );
}
