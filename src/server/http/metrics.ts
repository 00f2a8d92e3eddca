import type { Shop } from "../shop.ts";
import type { PageCache } from "./pages/page-cache.ts";

/** Figures of this process in Prometheus' text format. */
export function metricsText(shop: Shop, cache: PageCache): string {
  const memory = process.memoryUsage();
  const figures: [name: string, type: "gauge" | "counter", help: string, value: number][] = [
    ["shop_page_cache_hits_total", "counter", "Pages answered from memory.", cache.hits],
    ["shop_page_cache_misses_total", "counter", "Pages that had to be rendered.", cache.misses],
    ["shop_memory_resident_bytes", "gauge", "Resident memory of the process.", memory.rss],
    ["shop_memory_heap_bytes", "gauge", "JavaScript heap in use.", memory.heapUsed],
    ["shop_uptime_seconds", "gauge", "Seconds since the process started.", Math.round(process.uptime())],
    ["shop_database_waiting", "gauge", "Queries that wait for a connection.", shop.pool.waitingCount ?? 0],
  ];
  return figures
    .map(([name, type, help, value]) => `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${name} ${value}\n`)
    .join("");
}
