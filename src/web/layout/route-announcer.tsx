import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";

/** Announces the title of each new page and moves the focus to it, as a page load would. */
export function RouteAnnouncer() {
  const { pathname, search } = useLocation();
  usePreviewOf(pathname + search);
  const lastPath = useRef(pathname);
  const [title, setTitle] = useState("");
  useEffect(() => {
    if (lastPath.current === pathname) return;
    lastPath.current = pathname;
    setTitle(document.title);
    document.getElementById("main")?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <p aria-live="assertive" className="sr-only">
      {title}
    </p>
  );
}

/** What the server's HTML tells search engines and link previews (page/page-meta.ts) is true of that page alone. */
function usePreviewOf(page: string): void {
  const first = useRef(page);
  useEffect(() => {
    if (page === first.current) return;
    for (const tag of document.querySelectorAll('meta[property], meta[name="description"]')) tag.remove();
  }, [page]);
}
