// How likely a process dies in a gap that it comes to. A shop's day passes some gaps a hundred times as often as
// others, so with one chance for all of them the rare ones would hardly ever be died in. With these, a thousand
// schedules die in each gap about equally often; the coverage table says how often that really was.
import type { CrashPoint } from "#server/crash-points.ts";

const CHANCES: readonly (readonly [number, readonly CrashPoint[]])[] = [
  [
    0.6,
    [
      "close-page:before-expire",
      "close-page:expired",
      "close-page:found-again",
      "close:refused",
      "cancel-order:closed",
      "expire:extended",
      "facts:unknown",
      "host:page-refused",
      "refund:refused",
      "resume:page-settled",
      "send:key-renewed",
      "start:abandoned",
      "start:refused",
    ],
  ],
  [
    0.2,
    [
      "cancel-order:found",
      "close:before-create",
      "close:created",
      "close:intent-saved",
      "close-page:closed",
      "close-page:ended",
      "mail:refused",
      "operations:claimed",
      "operations:run",
      "refund:applied",
      "refund:sent",
      "verify:page-settled",
      "webhook:failed",
    ],
  ],
  [
    0.06,
    [
      "close-page:before-cancel",
      "close-page:canceled",
      "close-page:settled",
      "host:found",
      "host:page-made",
      "host:page-noted",
      "host:replaced",
      "host:written-down",
      "page:retrieved",
      "reconcile:compared",
      "reconcile:settled",
      "refund:before-send",
      "refund:decided",
    ],
  ],
  [
    0.02,
    [
      "close:before-cancel",
      "close:canceled",
      "close:finished",
      "close:settled",
      "expire:closed",
      "expire:listed",
      "facts:applied",
      "facts:listed",
      "facts:settled",
      "mail:claimed",
      "mail:composed",
      "mail:finished",
      "mail:sent",
      "reconcile:listed",
      "resume:found",
      "resume:settled",
      "supersede:closed",
      "supersede:found",
      "supersede:marked",
      "verify:settled",
    ],
  ],
];

/** The gaps that are passed all the time, and those on either side of a call to the provider. */
const CHANCE_ELSEWHERE = 0.008;

const chances = new Map<string, number>(
  CHANCES.flatMap(([chance, points]) => points.map((point) => [point, chance] as const)),
);

export function crashChance(point: string): number {
  return chances.get(point) ?? CHANCE_ELSEWHERE;
}
