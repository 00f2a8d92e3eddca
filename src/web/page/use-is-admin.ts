import { useEffect, useState } from "react";

const hasHint = () => document.cookie.includes("shop_admin=1");

/**
 * Whether this browser belongs to a signed-in admin. Pages are the same for everyone, so the browser asks after
 * load, and only when the readable hint cookie says that it may be so.
 */
export function useIsAdmin(path: string): boolean {
  const [isAdmin, setIsAdmin] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: signing in or out shows on the next page.
  useEffect(() => {
    if (!hasHint()) return setIsAdmin(false);
    fetch("/functions/v1/whoami")
      .then((response) => response.json())
      // A user who has signed out since is no longer an administrator.
      .then((answer: { admin?: boolean }) => setIsAdmin(answer.admin === true && hasHint()))
      .catch(() => {});
  }, [path]);
  return isAdmin;
}
