import { useEffect, useRef } from "react";
import { useFetcher } from "react-router";
import { previewText, type SettingsPreview } from "#domain/checkout/settings-preview.ts";
import { unanswered } from "../../page/keep-form.ts";
import { History } from "../icons.tsx";

export type PreviewAnswer = { kind: "preview"; preview: SettingsPreview | null };

/** Nobody has pressed a button: where the session has ended, the page stays with what is typed. Saving leads to sign-in. */
export async function stayingHere<Answer>(asked: Promise<Answer>) {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Response) return unanswered();
    throw error;
  }
}

const PAUSE_MS = 400;

type RulesPreviewProps = {
  /** Path of the page whose action answers. */
  action: string;
  /** Changes with the rules in the form. */
  rules: string;
  /** The rules that it stands next to. */
  beside: "tax" | "shipping";
  fieldsOf: () => FormData | null;
};

/** What the last orders would have cost under the rules in the form, fetched shortly after each change. */
export function RulesPreview({ action, rules, beside, fieldsOf }: RulesPreviewProps) {
  const fetcher = useFetcher<PreviewAnswer>();
  const ask = useRef<(() => void) | null>(null);
  ask.current = () => {
    const fields = fieldsOf();
    if (!fields) return;
    fields.set("intent", "preview");
    void fetcher.submit(fields, { method: "post", action });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the rules asks again.
  useEffect(() => {
    const timer = setTimeout(() => ask.current?.(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [rules]);
  const preview = fetcher.data?.preview;
  const text =
    preview === null
      ? "Fix the errors above to preview these settings on recent orders."
      : preview && previewText(preview, beside);
  return (
    <section aria-label="What if" hidden={!text} className="mt-6 flex gap-3 border-t border-line pt-5">
      <History aria-hidden="true" className="mt-0.5 size-5 flex-none text-fairway" />
      <p role="status" aria-busy={fetcher.state !== "idle" || undefined} className="numerals">
        {text}
      </p>
    </section>
  );
}
