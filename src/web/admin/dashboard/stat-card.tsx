import type { Icon } from "../../ui/icons.tsx";

type StatCardProps = { title: string; value: string; note: string; Icon: Icon };

/** One number of the dashboard, with a sentence of context. */
export function StatCard({ title, value, note, Icon }: StatCardProps) {
  return (
    <section className="admin-card grid min-w-0 content-start gap-1 p-3 sm:p-5">
      <h2 className="flex items-center justify-between gap-3 font-semibold text-ink-2">
        {title}
        <Icon aria-hidden="true" className="size-5 flex-none text-fairway max-sm:hidden" />
      </h2>
      <p className="numerals display text-2xl break-words sm:text-4xl">{value}</p>
      <p className="text-sm text-ink-2">{note}</p>
    </section>
  );
}
