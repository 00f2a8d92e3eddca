import { useState } from "react";
import { toast } from "../../../ui/toast/toast.ts";
import { Check, Copy } from "../checkout-icons.ts";

/** Puts a text on the clipboard; where the browser refuses, the whole text is shown instead. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [isCopied, setCopied] = useState(false);
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      toast.error("Copying isn't available here", { description: text });
    }
  }
  const Icon = isCopied ? Check : Copy;
  return (
    <button
      type="button"
      aria-label={label}
      className="text-link inline-flex min-h-6 items-center gap-1 text-[0.9375rem] font-semibold print:hidden"
      onClick={copy}
    >
      <Icon className="size-4" />
      <span aria-live="polite">{isCopied ? "Copied" : "Copy"}</span>
    </button>
  );
}
