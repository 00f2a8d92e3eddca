// One scrape sees all processes. With several web processes a request reaches any one of them, so that one asks the
// primary, which collects from all of them by the library's own messages and adds up. Figures of the database are the
// same everywhere and come from one.
import cluster from "node:cluster";
import { AggregatorRegistry, type Registry } from "prom-client";

const ASK = "shop:metrics";
const ANSWER_MS_MAX = 6_000;

type Message = { type: typeof ASK; ask: number; text?: string | null };

function isMessage(message: unknown): message is Message {
  return typeof message === "object" && message !== null && "type" in message && message.type === ASK;
}

/**
 * The text of /metrics: of this process alone, or of all when it is one of several. Null while one of them does not
 * answer, as when it starts: to whoever scrapes, a sum without it would look like counters that began anew.
 */
export function shareMetrics(registry: Registry): () => Promise<string | null> {
  if (!cluster.isWorker) return () => registry.metrics();
  AggregatorRegistry.setRegistries(registry);
  // Its constructor answers the primary's questions from here on.
  void new AggregatorRegistry();
  const waiting = new Map<number, (text: string | null) => void>();
  let asked = 0;
  process.on("message", (message) => {
    if (!isMessage(message)) return;
    waiting.get(message.ask)?.(message.text ?? null);
    waiting.delete(message.ask);
  });
  return () => {
    asked += 1;
    const ask = asked;
    const { promise, resolve } = Promise.withResolvers<string | null>();
    const limit = setTimeout(() => resolve(null), ANSWER_MS_MAX);
    waiting.set(ask, resolve);
    process.send?.({ type: ASK, ask } satisfies Message);
    return promise.finally(() => {
      clearTimeout(limit);
      waiting.delete(ask);
    });
  };
}

/** In the primary, before it starts web processes: answers those that were asked for metrics. */
export function collectMetrics(): void {
  const all = new AggregatorRegistry();
  // A process that dies while the library asks it, or while it waits, makes an error that would end the primary.
  cluster.on("fork", (worker) => void worker.on("error", () => {}));
  cluster.on("message", (worker, message: unknown) => {
    if (!isMessage(message)) return;
    const answer = (text: string | null) => {
      if (worker.isConnected()) worker.send({ ...message, text } satisfies Message);
    };
    all.clusterMetrics().then(
      (text) => answer(text || null),
      () => answer(null),
    );
  });
}
