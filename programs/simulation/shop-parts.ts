// A shop whose clock, ids, provider, and mailer a schedule still replaces.
import { openShop } from "#process/open-shop.ts";
import { parseEnvironment } from "#server/core/env.ts";
import { createLogger } from "#server/core/log.ts";
import type { Shop } from "#server/core/shop.ts";
import type { Database } from "#server/db/database.ts";
import type { PaymentProvider } from "#server/payments/payment-provider.ts";

export const SECRET_KEY = "sk_test_sandbox";
export const PUBLISHABLE_KEY = "pk_test_sandbox";
export const WEBHOOK_SECRET = "whsec_simulationsimulation";

export async function openShopParts(database: Database): Promise<Shop> {
  const parsed = parseEnvironment({ ADMIN_EMAIL: "owner@example.com", LOG_LEVEL: "silent" });
  if (!parsed.ok) throw new Error(parsed.problems.join("; "));
  const { shop } = await openShop(parsed.value, {
    database,
    secrets: {
      session: { current: "s".repeat(43), old: [] },
      orderLinks: { current: "o".repeat(43), old: [] },
      secondFactor: { current: "f".repeat(43), old: [] },
      knownDevice: { current: "d".repeat(43), old: [] },
      sandboxSecretKey: SECRET_KEY,
      sandboxWebhook: WEBHOOK_SECRET,
    },
    payments: {} as PaymentProvider,
    mailer: { send: async () => {} },
    files: { put: async () => {}, get: async () => null, delete: async () => {}, url: (key) => key },
    log: createLogger(
      "silent",
      () => 0,
      () => {},
    ),
    clock: () => 0,
    newId: () => "",
  });
  return shop;
}
