// Which paths of the sandbox a shopper's browser needs in order to pay. Everything else under /sandbox (payments of all
// shoppers, the faults) is for the person who runs the sandbox.

const HOSTED_PAGE = /^\/sandbox\/(checkout|authenticate)\//;
const BROWSER_API = "/sandbox/api/";
const TAB_CLOSED = "/sandbox/tab-closed";

/** Files that the shop's pages load, with their types. */
export const ASSETS: Readonly<Record<string, string>> = {
  "stripe.js": "text/javascript; charset=utf-8",
  "sandbox.css": "text/css; charset=utf-8",
};

/** The payment page on the provider's side, and the page of the card's bank. */
export function isHostedPage(path: string): boolean {
  return HOSTED_PAGE.test(path);
}

export function isBrowserCall(path: string): boolean {
  return path.startsWith(BROWSER_API);
}

/** Where the browser is sent by the fault that closes its tab. */
export function isClosedTab(path: string): boolean {
  return path === TAB_CLOSED;
}

/** Whether shoppers may open this path where the rest of the sandbox asks who they are. */
export function isShopperPath(path: string): boolean {
  const isAsset = Object.keys(ASSETS).some((name) => path === `/sandbox/${name}`);
  return isAsset || isHostedPage(path) || isBrowserCall(path) || isClosedTab(path);
}
