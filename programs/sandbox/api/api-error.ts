import type Stripe from "stripe";

/** Stripe's error object, which answers hold as `{ error: … }`. */
export type ErrorBody = {
  type: "api_error" | "card_error" | "idempotency_error" | "invalid_request_error";
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  charge?: string;
  advice_code?: string;
  payment_intent?: Stripe.PaymentIntent;
  payment_method?: Stripe.PaymentMethod;
  doc_url?: string;
};

/**
 * A refusal that changes nothing (the transaction rolls back). `executed` says whether Stripe counts the request
 * as begun: those answers are kept under the idempotency key, validation failures are not.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly error: ErrorBody;
  readonly executed: boolean;

  constructor(status: number, error: ErrorBody, executed = false) {
    super(error.message);
    this.status = status;
    this.error = error;
    this.executed = executed;
  }
}

const docUrl = (code: string) => `https://stripe.com/docs/error-codes/${code.replaceAll("_", "-")}`;

export function invalidRequest(message: string, code?: string, param?: string): ApiError {
  return new ApiError(400, {
    type: "invalid_request_error",
    message,
    ...(code && { code, doc_url: docUrl(code) }),
    ...(param && { param }),
  });
}

export function resourceMissing(name: string, id: string, param = "id"): ApiError {
  return new ApiError(404, {
    type: "invalid_request_error",
    code: "resource_missing",
    doc_url: docUrl("resource_missing"),
    message: `No such ${name}: '${id}'`,
    param,
  });
}

/** A refusal by state: the request began, so Stripe replays it for the same key. */
export function refusedByState(message: string, code: string, more: Partial<ErrorBody> = {}): ApiError {
  return new ApiError(
    400,
    { type: "invalid_request_error", code, doc_url: docUrl(code), message, ...more },
    true,
  );
}
