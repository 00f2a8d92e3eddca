import { useEffect } from "react";
import { useLocation } from "react-router";
import { toastStore } from "../ui/toast.ts";
import { clearedNoticeCookie, type Notice, noticeIn } from "./notices.ts";

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

/** Shows what a form was answered with, once per answer (each answer is a new object). */
export function useAnswerToast(answer: { notice: Notice } | null | undefined): void {
  useEffect(() => {
    if (answer) showNotice(answer.notice);
  }, [answer]);
}

function showNotice({ tone, title, description }: Notice): void {
  toastStore.show(tone, title, description ? { description } : {});
}
