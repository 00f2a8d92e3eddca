// How a route reaches the shop: the process puts it (and the request's session, if any) into the context
// of each request. Loaders and actions read it from there; nothing of it exists in the browser.
import type { RouterContextProvider } from "react-router";
import { createContext } from "react-router";
import type { Shop } from "#server/shop.ts";

export const shopContext = createContext<Shop>();

/** The shop of this request. */
export function shopOf(context: Readonly<RouterContextProvider>): Shop {
  return context.get(shopContext);
}
