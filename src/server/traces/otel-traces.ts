// The tracer behind traces.ts. Loaded only when traces are on.
import { AsyncLocalStorage } from "node:async_hooks";
import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import {
  detectResources,
  envDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from "@opentelemetry/resources";
import { BatchSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import type { TracesSettings } from "../env.ts";
import type { Traces } from "./traces.ts";

const SERVER_ERROR = 500;
const SPANS_WAITING_MAX = 4_096;
/** The library tries for ten seconds, longer than a shop has to stop. */
const STOP_MS_MAX = 1_000;

/** Headers, timeout and compression of the exporter come from its own standard variables. */
export function createTraces({ url }: TracesSettings): Traces {
  const named = resourceFromAttributes({ "service.name": "golf-pro-shop" });
  const detected = detectResources({ detectors: [envDetector, serviceNameEnvDetector] });
  const exporter = new OTLPTraceExporter({ url });
  const provider = new TracerProvider({
    resource: named.merge(detected),
    spanProcessors: [new BatchSpanProcessor({ exporter, maxQueueSize: SPANS_WAITING_MAX })],
  });
  const tracer = provider.getTracer("golf-pro-shop");
  const open = new AsyncLocalStorage<Context>();

  return {
    serve: ({ method, route, parent }, response, work) => {
      const above = parent === null ? null : parseTraceparent(parent);
      const context = above ? trace.setSpanContext(ROOT_CONTEXT, above) : ROOT_CONTEXT;
      const attributes = { "http.request.method": method, "http.route": route };
      const span = tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, context);
      response.once("close", () => {
        span.setAttribute("http.response.status_code", response.statusCode);
        if (response.statusCode >= SERVER_ERROR) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      });
      open.run(trace.setSpan(context, span), work);
    },
    span: (name, work) => {
      const above = open.getStore() ?? ROOT_CONTEXT;
      const span = tracer.startSpan(name, { kind: SpanKind.CLIENT }, above);
      const answer = open.run(trace.setSpan(above, span), work);
      // A span that is never ended is never sent.
      if (answer instanceof Promise) endWith(span, answer);
      return answer;
    },
    isInSpan: () => open.getStore() !== undefined,
    stop: () => within(STOP_MS_MAX, provider.shutdown()),
  };
}

/** Resolves when `work` has ended in whatever way, or when the time is over. */
async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const limit = setTimeout(resolve, ms);
  const done = () => resolve();
  work.then(done, done);
  await promise;
  clearTimeout(limit);
}

function endWith(span: Span, answer: Promise<unknown>): void {
  const fail = (error: unknown) => {
    // A message may repeat what was sent, so the span gets only the class.
    const name = error instanceof Error ? error.name : "unknown";
    span.setAttribute("error.type", name).setStatus({ code: SpanStatusCode.ERROR }).end();
  };
  answer.then(() => span.end(), fail);
}

const TRACEPARENT = /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})/;

/** https://www.w3.org/TR/trace-context/#traceparent-header; null for anything else. */
function parseTraceparent(text: string): SpanContext | null {
  const [, traceId = "", spanId = "", flags = ""] = TRACEPARENT.exec(text) ?? [];
  if (!/[1-9a-f]/.test(traceId) || !/[1-9a-f]/.test(spanId)) return null;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
}
