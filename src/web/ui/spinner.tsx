/** Decoration beside a text that says what is going on; with `label` it brings that text. */
export function Spinner({ label, className = "" }: { label?: string; className?: string }) {
  if (!label) return <span aria-hidden="true" className={`spinner ${className}`} />;
  return (
    <span role="status" className="inline-flex items-center gap-3">
      <span aria-hidden="true" className={`spinner ${className}`} />
      {label}
    </span>
  );
}
