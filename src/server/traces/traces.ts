// Traces for OpenTelemetry. Off unless the standard variables name a receiver, and then nothing of its packages is even
// loaded. Spans carry names only: no values of statements, no mails, no paths, no IPs.
import type { ServerResponse } from "node:http";
import type { TracesSettings } from "../env.ts";

export type Traces = {
  /** A span for a request, from here to the end of its answer. `parent`: a W3C traceparent. */
  serve: (
    request: { method: string; route: string; parent: string | null },
    response: ServerResponse,
    work: () => void,
  ) => void;
  /**
   * A span around `work`, below the one that is open, if any. It ends with the promise that `work` answers; an answer
   * that is no promise makes no span.
   */
  span: <T>(name: string, work: () => T) => T;
  /** Whether a span is open here. */
  isInSpan: () => boolean;
  /** Sends what is left, if the receiver takes it within a moment. Never fails. */
  stop: () => Promise<void>;
};

export async function openTraces(settings: TracesSettings): Promise<Traces> {
  const { createTraces } = await import("./otel-traces.ts");
  return createTraces(settings);
}
