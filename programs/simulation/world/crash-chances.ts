// The probability that a process dies in a gap. Some gaps are passed a hundred times as often as others, so with
// one probability for all, hardly any process would die in a rare one. With these, a thousand schedules die in
// each gap about equally often; the coverage table shows the actual counts.
import type { CrashPoint } from "#server/crash-points.ts";
import type { CallName } from "./provider-calls.ts";

type Gap = CrashPoint | `provider:${CallName}:${"sent" | "answered"}`;

const CHANCES: readonly (readonly [number, readonly Gap[]])[] = [
  [0.75, ["expire:extended", "send:key-renewed"]],
  [
    0.6,
    [
      "cancel-order:closed",
      "close:abandoned",
      "close:saved",
      "close-page:before-expire",
      "close-page:expired",
      "close-page:found-again",
      "facts:unknown",
      "refund:refused",
    ],
  ],
  [
    0.35,
    [
      "cancel-order:found",
      "close:created",
      "close:refused",
      "host:page-refused",
      "mail:refused",
      "refund:sent",
      "resume:page-settled",
      "start:abandoned",
    ],
  ],
  [
    0.15,
    [
      "close:before-create",
      "declines:closed",
      "declines:counted",
      "declines:listed",
      "extend:settled",
      "close-page:closed",
      "close-page:ended",
      "host:page-noted",
      "operations:run",
      "refund:applied",
      "refund:before-send",
      "refund:decided",
      "start:refused",
      "verify:page-settled",
      "webhook:failed",
    ],
  ],
  [
    0.06,
    [
      "close-page:before-cancel",
      "close-page:canceled",
      "close-page:finished",
      "close-page:settled",
      "host:found",
      "host:page-made",
      "host:replaced",
      "host:written-down",
      "operations:claimed",
      "page:retrieved",
      "reconcile:compared",
      "reconcile:settled",
      "resume:settled",
      "verify:settled",
    ],
  ],
  [
    0.025,
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
      "mail:finished",
      "mail:sent",
      "provider:session:answered",
      "provider:session:sent",
      "reconcile:listed",
      "resume:found",
      "supersede:closed",
      "supersede:found",
      "supersede:marked",
    ],
  ],
  [
    0.012,
    [
      "mail:claimed",
      "mail:composed",
      "provider:cancel:answered",
      "provider:cancel:sent",
      "provider:create:answered",
      "provider:create:sent",
      "provider:list:answered",
      "provider:list:sent",
      "start:before-create",
      "start:created",
      "start:opened",
      "start:saved",
      "webhook:stored",
    ],
  ],
];

/** For gaps that are passed all the time. */
const CHANCE_ELSEWHERE = 0.004;

const chances = new Map<string, number>(
  CHANCES.flatMap(([chance, points]) => points.map((point) => [point, chance] as const)),
);

export function crashChance(point: string): number {
  return chances.get(point) ?? CHANCE_ELSEWHERE;
}
