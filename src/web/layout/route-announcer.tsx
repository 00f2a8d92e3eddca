import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";

/** Announces the title of each new page and moves the focus to it, as a page load would. */
export function RouteAnnouncer() {
  const { pathname } = useLocation();
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
