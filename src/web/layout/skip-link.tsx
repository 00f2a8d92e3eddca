export function SkipLink() {
  return (
    <a
      href="#main"
      className="skip-link fixed top-2 left-2 z-70 -translate-y-[200%] rounded-full bg-ink px-4 py-2.5 font-semibold text-paper focus:translate-y-0"
    >
      Skip to content
    </a>
  );
}
