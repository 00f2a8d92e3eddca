// How a route reaches the shop: the process puts it into the context of each request, and loaders and
// actions read it from there. It does not exist in the browser.
import type { RouterContextProvider } from "react-router";
import { createContext } from "react-router";
import type { Shop } from "#server/core/shop.ts";

export const shopContext = createContext<Shop>();

/** What the inline scripts of this render carry as their nonce; "" where pages have no policy (development). */
export const scriptMarkContext = createContext("");

/** The shop of this request. */
export function shopOf(context: Readonly<RouterContextProvider>): Shop {
  return context.get(shopContext);
}
