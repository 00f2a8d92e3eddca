/** A hole seen from above, drawn with one line: tee, dogleg, bunker, green. Decorates the footer. */
export function FairwayLine() {
  return (
    <svg
      viewBox="0 0 1280 90"
      aria-hidden="true"
      className="block h-22 w-full overflow-visible pt-6 text-white/50"
      fill="none"
      preserveAspectRatio="xMaxYMid slice"
    >
      <path
        d="M-20 70C120 66 180 30 330 34s190 42 330 38 190-48 320-46 170 40 320 30"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeDasharray="2 9"
        strokeLinecap="round"
      />
      <circle cx="330" cy="34" r="5" fill="currentColor" />
      <path d="M980 26V-14" stroke="currentColor" strokeWidth="2" />
      <path d="M980-14c14-6 20 4 36-1l-5 9 5 9c-16 4-22-5-36 1z" className="fill-flag" />
      <ellipse cx="980" cy="27" rx="26" ry="6" stroke="currentColor" strokeWidth="1.5" />
    </svg>
  );
}
