// Messages that outlive a redirect: the server names one in a short-lived cookie, the next page shows it as
// a toast and removes the cookie. The cookie holds a name from this list and never a text, so nobody else can
// make the shop say something.
import type { ToastTone } from "../../ui/toast/toast.ts";

export type Notice = { tone: ToastTone; title: string; description?: string };

/** The message about a use case's result, and the HTTP status to send with it. */
export type Outcome = { notice: Notice; status: number };

export function success(title: string, description?: string): Notice {
  return { tone: "success", title, ...(description ? { description } : {}) };
}

export function failure(title: string, description?: string): Notice {
  return { tone: "error", title, ...(description ? { description } : {}) };
}

/** What was asked for is done. */
export function done(title: string, description?: string): Outcome {
  return { notice: success(title, description), status: 200 };
}

export function refused(status: number, title: string, description?: string): Outcome {
  return { notice: failure(title, description), status };
}

const unexpected = "An unexpected error occurred. Please try again.";

export const notices = {
  "signed-in": success("Signed in successfully", "Welcome back!"),
  "sign-in-expired": failure("Sign in failed", "It took too long. Please sign in again."),
  "signed-out": success("Signed out successfully", "You have been signed out of your account."),
  "sign-out-failed": failure("Sign out failed", "You are still signed in. Please try again."),
  "sign-out-error": failure("Sign out error", unexpected),
  "authentication-error": failure("Authentication Error", "There was a problem with authentication."),
  "product-created": success("Product created successfully"),
  "product-copied": success("Product created successfully", "The copy is a draft without stock."),
  "product-deleted": success("Product deleted successfully"),
  "product-archived": success(
    "Product deleted successfully",
    "It was sold before, so it is archived. Past orders keep it.",
  ),
  "discount-created": success("Discount created", "It's active."),
  "discount-scheduled": success("Discount created", "It starts on the date you set."),
  "collection-created": success("Collection created"),
  "collection-deleted": success("Collection deleted", "Its products stay in the shop."),
  "collection-not-found": failure("Collection not found: there is no collection with this id"),
  "customer-forgotten": success("Personal data erased", "Your sales figures stay the same."),
  "category-created": success("Category created"),
  "category-deleted": success("Category deleted", "Its products and links moved."),
  "category-not-found": failure("Category not found: it was deleted in the meantime"),
  "size-chart-created": success("Size chart created"),
  "size-chart-deleted": success("Size chart deleted"),
  "size-chart-not-found": failure("Size chart not found: it was deleted in the meantime"),
  "discount-not-found": failure("Discount not found: there is no discount with this id"),
  "product-not-found": failure("Product not found: there is no product with this id"),
} satisfies Record<string, Notice>;

export type NoticeName = keyof typeof notices;

export const signInError = failure("Sign in error", unexpected);

const COOKIE = "admin_notice";
const MAX_AGE_SECONDS = 60;

/** A Set-Cookie line that lets the next page of the back office show this notice. */
export function noticeCookie(name: NoticeName): string {
  return `${COOKIE}=${name}; Path=/admin; Max-Age=${MAX_AGE_SECONDS}; SameSite=Lax`;
}

/** Removes the notice, as text for document.cookie. */
export const clearedNoticeCookie = `${COOKIE}=; Path=/admin; Max-Age=0; SameSite=Lax`;

/** The notice that a cookie string (document.cookie) names, or null. */
export function noticeIn(cookies: string): Notice | null {
  const name = new RegExp(`(?:^|;\\s*)${COOKIE}=([a-z-]+)`).exec(cookies)?.[1] ?? "";
  return Object.hasOwn(notices, name) ? notices[name as NoticeName] : null;
}
