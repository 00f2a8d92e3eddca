import { useEffect } from "react";
import { useLocation } from "react-router";
import { clearedNoticeCookie, type Notice, noticeIn } from "./notices.ts";
import { showAnswer, showNotice } from "./show-notice.ts";

/** Shows the notice that the server left for this page, once. */
export function useRedirectNotice(): void {
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation may have brought a notice.
  useEffect(() => {
    const notice = noticeIn(document.cookie);
    if (!notice) return;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers.
    document.cookie = clearedNoticeCookie;
    showNotice(notice);
  }, [key]);
}

/** Shows the answer to the page's own form, even if it was posted before the scripts were loaded. */
export function useAnswerToast(answer: { notice: Notice | null } | null | undefined): void {
  useEffect(() => showAnswer(answer), [answer]);
}
