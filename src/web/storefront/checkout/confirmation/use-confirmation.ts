import { useEffect, useState } from "react";
import { toast } from "../../../ui/toast/toast.ts";
import { showInTurn } from "../../../ui/toast/toast-queue.ts";
import { askForOrder } from "../checkout-api.ts";
import { finishPurchase, takeSettled, wait } from "../checkout-run.ts";
import { clearCheckoutSession, loadOrderedCart, markProcessed, newUuid } from "../checkout-storage.ts";
import { loadOpenCheckout, saveOpenCheckout } from "../kept-checkout.ts";
import { type OrderedCart, parseOrderedCart } from "../summary/ordered-cart.ts";
import { type ConfirmationState, confirmationOf, confirmationToast } from "./confirmation-flow.ts";
import { toldOrders } from "./told-orders.ts";
import { type OrderIds, pollOrder, type Verification, verifyOrder } from "./verification.ts";

/** Polls until there is an order, a clear no, or a minute has passed; notifies the shopper once per order. */
export function useConfirmation({ orderId, paymentIntentId, sessionId }: OrderIds) {
  const [state, setState] = useState<ConfirmationState>({ step: "working" });
  const [ordered, setOrdered] = useState<OrderedCart | null>(null);

  useEffect(() => {
    let isOpen = true;
    setOrdered(parseOrderedCart(loadOrderedCart()));
    void confirm({ orderId, paymentIntentId, sessionId }, (next) => {
      if (isOpen) setState(next);
    });
    return () => {
      isOpen = false;
    };
  }, [orderId, paymentIntentId, sessionId]);

  return { state, ordered };
}

async function confirm(ids: OrderIds, show: (state: ConfirmationState) => void) {
  const requestId = newUuid();
  const asking = { ask: () => askForOrder(ids, requestId), wait };
  const first = takeSettled(ids) ?? (await verifyOrder(asking));
  take(first, ids, false);
  show(confirmationOf(first, false));
  const last = await pollOrder(asking, first, (answer) => {
    take(answer, ids, true);
    show(confirmationOf(answer, false));
  });
  const final = confirmationOf(last, true);
  if (final.step === "failed" && final.canReturn) await takeCartBack(ids).catch(() => {});
  show(final);
  if (final.step === "failed") {
    toast.error("Error processing your order", {
      description: "We're having trouble confirming your order. Please contact support.",
    });
  }
}

/** The order exists or is on its way: its items leave the cart, and the tab drops the checkout. */
function take(answer: Verification, ids: OrderIds, wasWaitedFor: boolean) {
  if (answer.standing !== "paid" && answer.standing !== "processing") return;
  finishPurchase({ orderId: answer.orderId ?? ids.orderId, paymentIntentId: ids.paymentIntentId });
  if (!answer.order) return;
  clearCheckoutSession();
  if (answer.standing !== "paid") return;
  const wasSeen = !markProcessed(answer.order.id);
  if (toldOrders.has(answer.order.id)) return;
  toldOrders.add(answer.order.id);
  const said = confirmationToast(answer, ids, { wasSeen, isReload: isReload(), wasWaitedFor });
  if (said !== null) showInTurn(() => toast.success(said));
}

/**
 * The bank worked on the payment, so the cart was emptied; then it refused. The items are in the cart again, and the
 * browser remembers no order of it.
 */
async function takeCartBack({ orderId, paymentIntentId }: OrderIds): Promise<void> {
  const record = loadOpenCheckout();
  if (record?.phase !== "completed") return;
  if (record.orderId !== orderId && record.paymentIntentId !== (paymentIntentId ?? "")) return;
  const { putBack } = await import("../../cart/put-back.ts");
  if (await putBack(record.lines)) saveOpenCheckout(null);
}

function isReload(): boolean {
  const [loaded] = performance.getEntriesByType("navigation");
  return loaded instanceof PerformanceNavigationTiming && loaded.type === "reload";
}
