// The orders of the list's filters as a file. No page of its own: the guard of the layout stands before it.

import { parseOrderSearch } from "#domain/order-search.ts";
import { shopDay } from "#domain/report.ts";
import { exportOrders } from "#server/orders/export-orders.ts";
import { adminHeaders } from "../../admin/admin-headers.ts";
import { adminOf } from "../../middleware/require-admin.ts";
import { shopOf } from "../../middleware/shop-context.ts";
import type { Route } from "./+types/orders-export";

export async function loader({ url, context }: Route.LoaderArgs) {
  adminOf(context);
  const shop = shopOf(context);
  const pieces = exportOrders(shop, parseOrderSearch(url.searchParams));
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const piece = await pieces.next();
      if (piece.done) controller.close();
      else controller.enqueue(encoder.encode(piece.value));
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
  return new Response(body, {
    headers: {
      ...adminHeaders(),
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="orders-${shopDay(shop.clock())}.csv"`,
      "X-Content-Type-Options": "nosniff",
    },
  });
}
