import type { ReactNode } from "react";

export type BadgeTone = "sale" | "sun" | "plain" | "dark" | "green" | "yellow" | "red" | "blue";

/** A short state in a pill. The word carries the meaning, the color repeats it. */
export function Badge({ tone, children }: { tone: BadgeTone; children: ReactNode }) {
  return (
    <span className="badge" data-tone={tone}>
      {children}
    </span>
  );
}
