const ring = (
  <span
    aria-hidden="true"
    className="size-[1.25em] flex-none animate-[spin_700ms_linear_infinite] rounded-full border-[2.5px] border-current/25 border-t-current"
  />
);

/** Decoration next to a text that says what is going on; with `label` it includes that text. */
export function Spinner({ label }: { label?: string }) {
  if (!label) return ring;
  return (
    <span role="status" className="inline-flex items-center gap-3">
      {ring}
      <span>{label}</span>
    </span>
  );
}
