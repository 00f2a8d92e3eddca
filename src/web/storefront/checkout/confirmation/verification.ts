// Asks the server for the outcome of a payment: three attempts a second apart, then, where the page can wait, every
// two seconds for up to a minute while the payment is processing. The server settles the payment on each
// request; the browser only reads the answer.
import type { ConfirmationOrder } from "#domain/order/order.ts";
import type { Standing } from "../checkout-flow.ts";
import { asRecord, asText, isRecord } from "../json-fields.ts";

export type OrderIds = {
  orderId: string | null;
  paymentIntentId: string | null;
  sessionId?: string | null;
};

export type OwnOrder = { page: string; email: string };

export type Verification = {
  standing: Standing;
  orderId: string | null;
  duplicate: boolean;
  message: string | null;
  order: ConfirmationOrder | null;
  /** Only in the browser that began the checkout: the path of the order's page, and the masked email. */
  own: OwnOrder | null;
  /** The payment was ended after too many declined tries. */
  isDeclinedOut: boolean;
  /** For support: the response, in one line. */
  detail: string;
};

export const VERIFY_ATTEMPTS = 3;
export const VERIFY_PAUSE_MS = 1_000;
export const POLL_PAUSE_MS = 2_000;
export const POLL_FOR_MS = 60_000;

const DECLINED_OUT = "declined_out";
const PAID = ["paid", "succeeded", "partially_refunded", "refunded", "disputed"];
const PAYABLE = ["pending", "failed", "open", "paying", "unpaid"];
const GONE = ["canceled", "expired", "superseded", "not_found", DECLINED_OUT];

export function unreachable(detail: string): Verification {
  const nothing = {
    orderId: null,
    duplicate: false,
    message: null,
    order: null,
    own: null,
    isDeclinedOut: false,
  };
  return { standing: "unknown", ...nothing, detail };
}

/** Reads the body of verify-checkout-session's answer. Never throws. */
export function readVerification(httpStatus: number, body: unknown): Verification {
  if (!isRecord(body)) return unreachable(`HTTP ${httpStatus}`);
  const error = asRecord(body.error);
  const status = asText(body.status) ?? asText(error.code);
  return {
    standing: standingOf(httpStatus, body.success === true, status),
    orderId: asText(body.order_id),
    duplicate: body.duplicate === true,
    message: asText(body.message) ?? asText(error.message),
    order: isRecord(body.order) ? (body.order as ConfirmationOrder) : null,
    own: readOwn(body.own),
    isDeclinedOut: status === DECLINED_OUT,
    detail: [`HTTP ${httpStatus}`, status].filter(Boolean).join(" · "),
  };
}

function readOwn(own: unknown): OwnOrder | null {
  if (!isRecord(own)) return null;
  const [page, email] = [asText(own.page), asText(own.email)];
  return page?.startsWith("/orders/") && email !== null ? { page, email } : null;
}

function standingOf(httpStatus: number, success: boolean, status: string | null): Standing {
  if (status === "processing") return "processing";
  if (status !== null && PAID.includes(status)) return "paid";
  if (status !== null && GONE.includes(status)) return "gone";
  if (status !== null && (PAYABLE.includes(status) || status.startsWith("requires_"))) return "payable";
  if (success) return "paid";
  return httpStatus === 404 ? "gone" : "unknown";
}

type Asking = {
  ask: () => Promise<Verification>;
  wait: (ms: number) => Promise<void>;
};

/** Up to three questions, until the answer is that the order is there. */
export async function verifyOrder({ ask, wait }: Asking): Promise<Verification> {
  let answer = await ask();
  for (let attempt = 1; attempt < VERIFY_ATTEMPTS && !hasOrder(answer); attempt++) {
    await wait(VERIFY_PAUSE_MS);
    answer = await ask();
  }
  return answer;
}

/** Keeps asking for up to a minute while the payment is processing or the shop can't be reached. */
export async function pollOrder(
  { ask, wait }: Asking,
  first: Verification,
  onAnswer: (answer: Verification) => void,
): Promise<Verification> {
  let answer = first;
  for (let waited = 0; waited < POLL_FOR_MS && isWorthWaiting(answer); waited += POLL_PAUSE_MS) {
    await wait(POLL_PAUSE_MS);
    answer = await ask();
    onAnswer(answer);
  }
  return answer;
}

/** Paid or still processing: the order is stored, and asking again right away adds nothing. */
function hasOrder(answer: Verification): boolean {
  return answer.order !== null;
}

function isWorthWaiting(answer: Verification): boolean {
  if (answer.standing === "paid") return answer.order === null;
  return answer.standing === "processing" || answer.standing === "unknown";
}
