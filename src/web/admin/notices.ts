// Messages that outlive a redirect: the server names one in a short-lived cookie, the next page shows it as
// a toast and removes the cookie. The cookie holds a name out of this list and never a text, so nobody can
// put words into the shop's mouth.
import type { ToastTone } from "../ui/toast.ts";

export type Notice = { tone: ToastTone; title: string; description?: string };

const unexpected = "An unexpected error occurred. Please try again.";

export const notices = {
  "signed-in": { tone: "success", title: "Signed in successfully", description: "Welcome back!" },
  "sign-in-expired": {
    tone: "error",
    title: "Sign in failed",
    description: "It took too long. Please sign in again.",
  },
  "signed-out": {
    tone: "success",
    title: "Signed out successfully",
    description: "You have been signed out of your account.",
  },
  "sign-out-failed": {
    tone: "error",
    title: "Sign out failed",
    description: "You are still signed in. Please try again.",
  },
  "sign-out-error": { tone: "error", title: "Sign out error", description: unexpected },
  "authentication-error": {
    tone: "error",
    title: "Authentication Error",
    description: "There was a problem with authentication.",
  },
  "product-created": { tone: "success", title: "Product created successfully" },
  "product-copied": {
    tone: "success",
    title: "Product created successfully",
    description: "The copy is a draft without stock.",
  },
  "product-deleted": { tone: "success", title: "Product deleted successfully" },
  "product-archived": {
    tone: "success",
    title: "Product deleted successfully",
    description:
      "It was sold before, so it is kept among the archived products. Past orders stay as they are.",
  },
  "product-not-found": { tone: "error", title: "Product not found: there is no product with this id" },
} as const satisfies Record<string, Notice>;

export type NoticeName = keyof typeof notices;

export const signInError: Notice = { tone: "error", title: "Sign in error", description: unexpected };

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
