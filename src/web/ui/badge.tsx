import type { ReactNode } from "react";

const tones = {
  sale: "bg-flag text-white",
  sun: "bg-sun text-ink",
  plain: "bg-surface text-ink",
  dark: "bg-ink text-paper",
  green: "bg-ok-tint text-ok",
  yellow: "bg-warn-tint text-[oklch(0.45_0.1_70)]",
  red: "bg-err-tint text-err",
  blue: "bg-sky-tint text-[oklch(0.43_0.1_245)]",
};

export type BadgeTone = keyof typeof tones;

/** A short state in a pill. The word carries the meaning, the color repeats it. */
export function Badge({ tone, children }: { tone: BadgeTone; children: ReactNode }) {
  return (
    <span
      className={`badge inline-flex min-h-[1.625rem] items-center gap-1 rounded-full border border-transparent px-2.5 py-0.5 text-[0.8125rem] leading-[1.2] font-semibold whitespace-nowrap forced-colors:border-current ${tones[tone]}`}
    >
      {children}
    </span>
  );
}
