import type { ChildProcess } from "node:child_process";

type Pace = { pauseMs: number; pauseMsMax: number; stableMs: number; crashesMax: number };

export function supervise(options: {
  launch: () => ChildProcess;
  isAsked: () => boolean;
  say: (line: string) => void;
  pace?: Pace;
}): Promise<number>;
