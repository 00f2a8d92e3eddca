import { useEffect, useState } from "react";

const SCROLL_THRESHOLD_PX = 10;

/** True once the page is scrolled by more than ten pixels. */
export function useScrolled(): boolean {
  const [scrolled, setScrolled] = useState(false);
  useEffect(() => {
    const look = () => setScrolled(window.scrollY > SCROLL_THRESHOLD_PX);
    look();
    window.addEventListener("scroll", look, { passive: true });
    return () => window.removeEventListener("scroll", look);
  }, []);
  return scrolled;
}
