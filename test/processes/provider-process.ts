// Starts the provider, and reads its books from its own file, independent of its responses.
import { fork } from "node:child_process";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";

export type ProviderPayment = {
  id: string;
  status: string;
  amount: number;
  checkoutId: string | null;
  orderId: string | null;
  /** Unix seconds; null: it has not. */
  succeededAt: number | null;
};
export type ProviderRefund = { id: string; intentId: string; amount: number; refundId: string | null };
export type ProviderBooks = { payments: ProviderPayment[]; refunds: ProviderRefund[] };

export type Provider = {
  origin: string;
  pid: number;
  books: () => ProviderBooks;
  /** Webhooks that the shop has not accepted yet. */
  waiting: () => number;
  /** Advances time for pending work: the next attempt of every webhook is due. */
  hurry: () => Promise<void>;
  stop: () => void;
};

type Body = {
  id: string;
  status: string;
  amount: number;
  metadata: Record<string, string>;
  payment_intent?: string;
};

/** Time in which its caller can die. */
const WORKING_MS = 150;
const LONGER_THAN_ANY_PAUSE_MS = 3 * 60 * 60_000;

export async function startProvider(settings: {
  folder: string;
  publicUrl: string;
  shopSecret: string;
  /** How long a call takes; by default as long as one to a real provider. */
  workingMs?: number;
}): Promise<Provider> {
  const { folder, publicUrl, shopSecret, workingMs = WORKING_MS } = settings;
  const child = fork(path.join(import.meta.dirname, "provider.ts"), [folder, publicUrl, shopSecret], {
    execArgv: ["--disable-warning=ExperimentalWarning"],
  });
  const port = await new Promise<unknown>((resolve, reject) => {
    child.once("message", resolve);
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`the provider ended with ${code}`)));
  });
  const origin = `http://127.0.0.1:${String(port)}`;
  if (workingMs > 0)
    await control(origin, "faults", { kind: "slow", method: "POST", delayMs: workingMs, times: 1_000_000 });
  const read = <T>(work: (file: DatabaseSync) => T): T => {
    const file = new DatabaseSync(path.join(folder, "sandbox.sqlite"), { timeout: 3_000 });
    try {
      return work(file);
    } finally {
      file.close();
    }
  };
  return {
    origin,
    pid: child.pid ?? 0,
    books: () => read(readBooks),
    waiting: () =>
      read((file) =>
        Number(
          file.prepare("select count(*) as n from deliveries where state in ('waiting', 'held')").get()?.n,
        ),
      ),
    hurry: () => control(origin, "clock", { advanceMs: LONGER_THAN_ANY_PAUSE_MS }),
    stop: () => void child.kill("SIGKILL"),
  };
}

async function control(origin: string, name: "clock" | "faults", fields: object): Promise<void> {
  const answer = await fetch(`${origin}/sandbox/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(fields),
  });
  if (!answer.ok) throw new Error(`the provider's ${name} answered ${answer.status}: ${await answer.text()}`);
  await answer.arrayBuffer();
}

function readBooks(file: DatabaseSync): ProviderBooks {
  const list = (kind: string) =>
    file
      .prepare("select body from objects where kind = ? order by seq")
      .all(kind)
      .map(({ body }) => JSON.parse(String(body)) as Body);
  const succeeded = new Map(
    file
      .prepare(
        "select parent, created from objects where kind = 'event' and json_extract(body, '$.type') = 'payment_intent.succeeded'",
      )
      .all()
      .map(({ parent, created }) => [String(parent), Number(created)]),
  );
  return {
    payments: list("payment_intent").map(({ id, status, amount, metadata }) => ({
      id,
      status,
      amount,
      checkoutId: metadata.checkout_id ?? null,
      orderId: metadata.order_id ?? null,
      succeededAt: succeeded.get(id) ?? null,
    })),
    refunds: list("refund")
      .filter(({ status }) => status !== "failed" && status !== "canceled")
      .map(({ id, amount, metadata, payment_intent: intentId = "" }) => ({
        id,
        intentId,
        amount,
        refundId: metadata.refund_id ?? null,
      })),
  };
}
