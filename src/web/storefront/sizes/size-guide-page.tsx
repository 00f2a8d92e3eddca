import type { ReactNode } from "react";
import { href } from "react-router";
import type { SizeTable as Table } from "#domain/size-chart/size-chart.ts";
import { LinkButton } from "../../ui/form/button.tsx";
import { SizeAdvice, SizeTable } from "./size-table.tsx";

export function SizeGuidePage({ charts }: { charts: Table[] }) {
  return (
    <article className="wrap max-w-[52rem] py-12 lg:py-20">
      <h1 className="display text-title">Size guide</h1>
      <p className="mt-4 max-w-[58ch] text-xl text-ink-2">
        {charts.length > 0
          ? "A tape measure, one minute, and it fits the first time."
          : "We have no size charts yet. Ask us about any size."}
      </p>
      <div className="mt-10 border-b border-line">
        {charts.map((table) => (
          <Section key={table.id} title={table.name}>
            <SizeTable table={table} isNamed />
            <SizeAdvice table={table} />
          </Section>
        ))}
        <Section title="Still not sure?">
          <p>Tell us your height and usual size, and we'll recommend one.</p>
          <p>
            <LinkButton to={href("/contact")} look="secondary">
              Ask us
            </LinkButton>
          </p>
        </Section>
      </div>
    </article>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-x-8 gap-y-2 border-t border-line py-7 md:grid-cols-[9rem_minmax(0,1fr)]">
      <h2 className="display text-xl wrap-anywhere">{title}</h2>
      <div className="grid min-w-0 gap-3">{children}</div>
    </section>
  );
}
