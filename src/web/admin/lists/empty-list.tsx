import type { ReactNode } from "react";
import { FlagGlyph } from "../../ui/flag-glyph.tsx";
import { LinkButton } from "../../ui/form/button.tsx";
import { CircleCheck } from "../../ui/icons.tsx";

/** Replaces a list that is empty, or in which nothing matches. */
export function EmptyList({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="admin-card grid justify-items-center gap-3 px-6 py-14 text-center">
      <FlagGlyph className="size-14 text-fairway" />
      <p className="text-lg font-semibold">{title}</p>
      {children}
    </div>
  );
}

type NoMatchProps = { title: string; text: string; all: { label: string; to: string } | false };

/** Replaces a list with a search; `all` leads to the list without it. */
export function NoMatch({ title, text, all }: NoMatchProps) {
  return (
    <EmptyList title={title}>
      <p className="text-ink-2">{text}</p>
      {all && (
        <LinkButton to={all.to} look="secondary">
          {all.label}
        </LinkButton>
      )}
    </EmptyList>
  );
}

/** Replaces a list of work that is done. */
export function AllDone({ text, className }: { text: string; className: string }) {
  return (
    <p className={`flex items-center gap-2.5 ${className}`}>
      <CircleCheck aria-hidden="true" className="size-5 flex-none text-ok" />
      {text}
    </p>
  );
}
