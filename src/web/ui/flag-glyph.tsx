/** The golf brand's mark: one red flag on its pole. Decoration only; styles/base.css hides it in a shop with another look. */
export function FlagGlyph({ className = "" }: { className?: string }) {
  return (
    <svg viewBox="0 0 48 48" aria-hidden="true" className={`flag-glyph ${className}`} fill="none">
      <ellipse cx="20" cy="41" rx="11" ry="3" fill="currentColor" opacity=".18" />
      <path d="M20 41V6" stroke="currentColor" strokeWidth="2.4" strokeLinecap="round" />
      <path d="M21 7c6-3 10 2 17-1l-3 7 3 6c-7 3-11-2-17 1z" className="fill-flag" />
    </svg>
  );
}
