// Starts the shop on a folder as a power cut left it, and looks whether it kept each promise that it had made by then.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Sandbox } from "#sandbox/sandbox.ts";
import { settlePayment } from "#server/payments/settle-payment.ts";
import { checkInvariants } from "#server/reconciliation/invariants.ts";
import type { Shop } from "#server/shop.ts";
import { openShopIn, type Promised, startSale } from "./shopping.ts";

export type Finding = { kind: "did not open" | "lost" | "broken rule" | "sells no more"; detail: string };

/** What is wrong with the shop in `folder`; nothing when it kept all promises. */
export async function checkFolder(
  folder: string,
  provider: Sandbox,
  promises: readonly Promised[],
): Promise<Finding[]> {
  const lost = findLostFiles(folder, promises);
  try {
    const { shop, close } = await openShopIn(folder, provider);
    try {
      return [...lost, ...(await checkShop(shop, promises))];
    } catch (error) {
      return [...lost, { kind: "did not open", detail: `it opened, and then: ${String(error)}` }];
    } finally {
      await close().catch(() => {});
    }
  } catch (error) {
    return [...lost, { kind: "did not open", detail: String(error) }];
  }
}

/** Before the shop starts: it would make new keys in place of lost ones. */
function findLostFiles(folder: string, promises: readonly Promised[]): Finding[] {
  const findings: Finding[] = [];
  const compare = (place: string, bytes: Buffer) => {
    const at = path.join(folder, place);
    if (!existsSync(at)) findings.push({ kind: "lost", detail: `${place} is gone` });
    else if (!readFileSync(at).equals(bytes))
      findings.push({ kind: "lost", detail: `${place} is not what was saved` });
  };
  for (const promised of promises) {
    if (promised.kind === "keys") compare("secrets.json", Buffer.from(promised.text));
    if (promised.kind === "picture") compare(path.join("files", promised.key), promised.bytes);
  }
  return findings;
}

async function checkShop(shop: Shop, promises: readonly Promised[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  const orders = await shop.db
    .selectFrom("orders")
    .select(["id", "payment_intent_id", "total", "status"])
    .execute();
  const byId = new Map(orders.map((order) => [order.id, order]));
  const paid = new Set<string>();
  for (const promised of promises) {
    if (promised.kind === "payment") paid.add(promised.intentId);
    if (promised.kind !== "order") continue;
    const { orderId, intentId, total } = promised;
    const order = byId.get(orderId);
    const isKept = order?.status === "paid" && order.payment_intent_id === intentId && order.total === total;
    if (!isKept)
      findings.push({ kind: "lost", detail: `order ${orderId} is ${order ? order.status : "gone"}` });
  }
  await readEverything(shop);
  for (const intentId of paid) {
    const settled = await settlePayment(shop, { intentId, source: "reconciler" });
    if (!settled.ok || settled.status !== "paid")
      findings.push({
        kind: "lost",
        detail: `payment ${intentId} has no order and gets none (${settled.ok ? settled.status : settled.reason})`,
      });
  }
  const intents = await listIntents(shop, paid);
  for (const { id, problem, rows } of await checkInvariants(shop, { atRest: false, intents }))
    findings.push({ kind: "broken rule", detail: `${id}: ${problem} ${JSON.stringify(rows).slice(0, 200)}` });
  const product = promises.find((promised) => promised.kind === "product");
  if (product)
    await startSale(shop, product.productId).catch((error: unknown) => {
      findings.push({ kind: "sells no more", detail: String(error) });
    });
  return findings;
}

/** Pages carry checksums, which are compared when a page is read. */
async function readEverything({ pool }: Shop): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pg_catalog') and tablename not in ('pg_authid', 'pg_statistic')",
  );
  for (const { name } of rows) await pool.query(`select count(t::text) from ${name} t`);
}

async function listIntents(shop: Shop, ids: Set<string>) {
  const intents = [];
  for (const id of ids) {
    const found = await shop.payments.retrieveIntent(id);
    if (found.ok) intents.push(found.value);
  }
  return intents;
}
