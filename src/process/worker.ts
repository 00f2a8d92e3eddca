// What the shop does in the background: due emails, events that could not be handled, expired holds, reconciliation. Every
// task may be killed at any moment and run again, so this file only knows when. A task never runs twice at a
// time in one process, and after a failure it waits for the next round.
//
// Each copy of the shop has a worker. The tasks that claim their work row by row run on all of them; the others run on the
// one whose turn it is, which holds an advisory lock until it stops or dies (src/server/db/session.ts).

import { AsyncLocalStorage } from "node:async_hooks";
import { sweepLimits } from "#server/auth/limits/count-use.ts";
import { expireHolds } from "#server/checkout/expire-holds.ts";
import { handleDueEvents } from "#server/checkout/provider-events/receive-event.ts";
import { remindShoppers } from "#server/checkout/reminders/remind-shoppers.ts";
import { runDueOperations } from "#server/checkout/run-operations.ts";
import { watchCardTesting } from "#server/checkout/visitors/watch-card-testing.ts";
import { errorText } from "#server/core/log.ts";
import type { Shop } from "#server/core/shop.ts";
import { keepRetention } from "#server/customers/retention/keep-retention.ts";
import { makeDueAvif } from "#server/files/pictures/make-avif.ts";
import { sweepImages } from "#server/files/pictures/sweep-images.ts";
import { checkCheckoutPage } from "#server/http/checkout-page/check-checkout-page.ts";
import { sweepMessages } from "#server/inbox/messages/send-contact-message.ts";
import { notifyRestocked } from "#server/inbox/restock/notify-restocked.ts";
import { askForReviews } from "#server/inbox/reviews/ask-for-reviews.ts";
import { sendDueMails } from "#server/mail/send-due-mails.ts";
import { callOwnWebhook, WEBHOOK_CALL_EVERY_MS } from "#server/operations/alerts/own-webhook.ts";
import { removeOldFiles } from "#server/operations/backups/know-backups.ts";
import { BACKUPS_EVERY_MS, runBackups } from "#server/operations/backups/run-backups.ts";
import { releaseExpiredHolds } from "#server/orders/returns/release-expired-holds.ts";
import { runDueSync } from "#server/orders/sync-orders.ts";
import { turnDueCollections } from "#server/products/collections/turn-collections.ts";
import { turnDueSales } from "#server/products/turn-sales.ts";
import { catchUp } from "#server/reconciliation/catch-up.ts";
import { RECONCILE_EVERY_MS, reconcile } from "#server/reconciliation/reconcile.ts";
import { reconcileOpenCheckouts } from "#server/reconciliation/reconcile-payments.ts";
import { lookAsShopper } from "./look-as-shopper.ts";
import { type Round, together, wishOf } from "./rounds.ts";

/** The proxy in front of a shop that has just started knows it by then. */
const CHECKOUT_LOOK_MS = 5 * 60_000;
/** An owner who has just started a shop wants to look at it first. What a restart catches up on runs before this. */
export const AVIF_START_MS = 60_000;
/** How often a copy asks whether the turn has become free. */
const STANDBY_MS = 10_000;
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

export type Task = {
  name: string;
  /**
   * How several copies share it. by_claims: it leases what it takes, row by row, so any number may run. by_turn: one runs
   * it for all. A second one at the same moment would do no harm, only the same work and calls again.
   */
  shared: "by_claims" | "by_turn";
  everyMs: number;
  /** After the start; right away when left out. What reads a whole month waits until a restarted shop has caught up. */
  firstAfterMs?: number;
  /** Works with the backups on the disk: what schedules single statements leaves it out. */
  isOfMachine?: true;
  /** Whether this shop's settings ask for it; left out: always. */
  isWanted?: (shop: Shop) => boolean;
  run: Round;
};

export const tasks: readonly Task[] = [
  { name: "events", shared: "by_turn", everyMs: 2_000, run: handleDueEvents },
  {
    name: "mails",
    shared: "by_claims",
    everyMs: 2_000,
    run: (shop, signal) => sendDueMails(shop, { signal }),
  },
  { name: "calls", shared: "by_claims", everyMs: 2_000, run: together(runDueOperations, runDueSync) },
  {
    name: "dated-sales",
    shared: "by_turn",
    everyMs: 1_000,
    run: together(turnDueSales, turnDueCollections),
  },
  { name: "stock", shared: "by_turn", everyMs: 15_000, run: together(expireHolds, notifyRestocked) },
  {
    name: "reconcile",
    shared: "by_turn",
    everyMs: 60_000,
    run: together(reconcileOpenCheckouts, watchCardTesting),
  },
  { name: "catch-up", shared: "by_turn", everyMs: HOUR_MS, firstAfterMs: 15_000, run: catchUp },
  {
    name: "reconciliation",
    shared: "by_turn",
    everyMs: RECONCILE_EVERY_MS,
    firstAfterMs: 45_000,
    run: reconcile,
  },
  {
    name: "follow-ups",
    shared: "by_claims",
    everyMs: 10 * 60_000,
    firstAfterMs: 60_000,
    run: together(remindShoppers, askForReviews),
  },
  {
    name: "cleaning",
    shared: "by_turn",
    everyMs: HOUR_MS,
    firstAfterMs: 90_000,
    run: together(releaseExpiredHolds, sweepLimits, sweepMessages, sweepImages, keepRetention),
  },
  {
    name: "backups",
    shared: "by_turn",
    everyMs: BACKUPS_EVERY_MS,
    firstAfterMs: 20_000,
    isOfMachine: true,
    run: runBackups,
  },
  {
    name: "backup-files",
    shared: "by_claims",
    everyMs: HOUR_MS,
    firstAfterMs: 5 * 60_000,
    isOfMachine: true,
    run: removeOldFiles,
  },
  {
    name: "avif",
    shared: "by_claims",
    everyMs: 60_000,
    firstAfterMs: AVIF_START_MS,
    isWanted: (shop) => shop.env.makesAvif,
    run: makeDueAvif,
  },
  {
    name: "checkout-page",
    shared: "by_turn",
    everyMs: DAY_MS,
    firstAfterMs: CHECKOUT_LOOK_MS,
    isWanted: (shop) => shop.env.mode === "live",
    run: (shop, signal) => checkCheckoutPage(shop, lookAsShopper(shop, signal)),
  },
  {
    name: "own-webhook",
    shared: "by_turn",
    everyMs: WEBHOOK_CALL_EVERY_MS,
    firstAfterMs: 60_000,
    isWanted: (shop) => shop.env.mode === "live",
    run: (shop, signal) => callOwnWebhook(shop, { signal }),
  },
];

export type Worker = { wake: Shop["wakeWorker"]; stop: () => Promise<void> };

/** Whether it is this copy's turn to run what one runs for all. */
type HasTurn = () => Promise<boolean>;

/**
 * Starts all tasks that the settings ask for: each at once, or when its first round is due, then at its own pace.
 * `hasTurn` left out: there is no other copy. `all` left out: the tasks of the shop.
 */
export function startWorker(shop: Shop, hasTurn: HasTurn = async () => true, all = tasks): Worker {
  const wanted = all.filter((task) => task.isWanted?.(shop) ?? true);
  const running = wanted.map((task) => startTask(shop, task, hasTurn));
  // Otherwise all later rounds of a task would count as part of the request that woke it.
  const outsideRequest = AsyncLocalStorage.snapshot();
  return {
    wake: (name) =>
      outsideRequest(() => {
        for (const task of running) if (task.name === name) task.wake();
      }),
    stop: async () => {
      await Promise.all(running.map((task) => task.stop()));
    },
  };
}

function startTask(shop: Shop, task: Task, hasTurn: HasTurn) {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let current: Promise<void> | null = null;
  let again = false;

  /** Answers when the next round begins, in milliseconds from now. */
  const round = async (): Promise<number> => {
    try {
      if (task.shared === "by_turn" && !(await hasTurn())) return Math.min(task.everyMs, STANDBY_MS);
      return Math.min(wishOf(await task.run(shop, stopping.signal)) ?? task.everyMs, task.everyMs);
    } catch (error) {
      shop.log.error("worker.task_failed", { task: task.name, error: errorText(error) });
      return task.everyMs;
    }
  };
  const go = (): void => {
    if (stopping.signal.aborted) return;
    if (current) {
      again = true;
      return;
    }
    clearTimeout(timer);
    current = round().then((pauseMs) => {
      current = null;
      if (stopping.signal.aborted) return;
      timer = setTimeout(go, again ? 0 : pauseMs);
      timer.unref();
      again = false;
    });
  };
  if (task.firstAfterMs) timer = setTimeout(go, task.firstAfterMs).unref();
  else go();
  return {
    name: task.name,
    wake: go,
    stop: async () => {
      stopping.abort();
      clearTimeout(timer);
      await current;
    },
  };
}
