// Which request the running code works for. The listener opens a context for each request that is not answered from
// memory; log lines and audit entries below it carry its id without being handed one.
import { AsyncLocalStorage } from "node:async_hooks";

export type RequestContext = {
  /** Also in the answer's X-Request-Id. */
  id: string;
  /** A keyed hash of the client's network (Shop.hashClient). */
  client: string;
  /** The pattern of the route, such as "/orders/:token": the path itself may hold a secret. */
  route: string;
  /** A keyed hash of the account that the request is about, as soon as one is known. */
  account?: string;
};

const contexts = new AsyncLocalStorage<RequestContext>();

export function runRequest<T>(context: RequestContext, work: () => T): T {
  return contexts.run(context, work);
}

/** undefined outside a request: in the worker, on the command line. */
export function currentRequest(): RequestContext | undefined {
  return contexts.getStore();
}

/** From here on, log lines of this request name the account by this hash. */
export function noteAccount(account: string): void {
  const context = contexts.getStore();
  if (context) context.account = account;
}
