import { type ReactNode, useState } from "react";
import { Form, useNavigation } from "react-router";
import { Button } from "../../ui/form/button.tsx";
import { TextAreaField } from "../../ui/form/field.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { useUnsaved } from "../forms/unsaved.ts";
import { AnswerNote } from "../frame/answer-note.tsx";
import type { Notice } from "../frame/notices.ts";

/** `text`: what was refused. `current`: what somebody else has saved meanwhile. `stored`: what is stored, after a save. */
export type TextAnswer = {
  notice: Notice;
  error: string | null;
  text: string | null;
  current: string | null;
  stored: string | null;
};

/** Of an answer that says nothing but its notice. */
export const onlyNotice = { error: null, text: null, current: null, stored: null };

type TextFormProps = {
  action: string;
  /** What is stored. */
  text: string;
  answer: TextAnswer | undefined;
  tidy: (text: string) => string;
  /** What is said of a text that somebody else has saved, and of one's own. */
  meanwhile: { said: string; kept: string };
  label: string;
  hint: string;
  rows: number;
  maxLength?: number;
  saveLabel: string;
  /** Below the text. */
  help: ReactNode;
  /** Beside the button. */
  aside?: (isSaving: boolean) => ReactNode;
};

/**
 * One long text of the settings. The second of two editors sees what the first has saved, and keeps what was typed, as does
 * who types on while the text is being saved.
 */
export function TextForm({
  action,
  text,
  answer,
  tidy,
  meanwhile,
  help,
  aside,
  saveLabel,
  ...field
}: TextFormProps) {
  const { typed, setTyped, base, send } = useTypedText(text, answer);
  const isSaving = useNavigation().state !== "idle";
  useUnsaved(tidy(typed) !== tidy(base), isSaving);
  const isLive = useHydrated();
  const current = answer?.current ?? null;
  return (
    <Form
      method="post"
      action={action}
      preventScrollReset
      className="admin-card grid gap-5 p-5 sm:p-7"
      onSubmit={send}
    >
      {answer && !isLive && <AnswerNote notice={answer.notice} />}
      {current !== null && (
        <div role="alert" className="grid gap-2 rounded-field bg-warn-tint p-4">
          <p className="font-semibold">{meanwhile.said}</p>
          <p className="wrap-anywhere whitespace-pre-line">{current || "(blank)"}</p>
          <p>{meanwhile.kept}</p>
        </div>
      )}
      <input type="hidden" name="base" value={base} />
      <TextAreaField
        {...field}
        name="text"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={answer?.error ?? undefined}
      />
      {help}
      <div className="flex flex-wrap items-center justify-end gap-3">
        {aside?.(isSaving)}
        <Button type="submit" name="intent" value="save" pending={isSaving}>
          {saveLabel}
        </Button>
      </div>
    </Form>
  );
}

/** What is typed, and the stored text that it changes. */
function useTypedText(text: string, answer: TextAnswer | undefined) {
  const [typed, setTyped] = useState(answer?.text ?? text);
  const [base, setBase] = useState(answer?.current ?? text);
  const [sent, setSent] = useState(typed);
  const [loaded, setLoaded] = useState(text);
  const [seen, setSeen] = useState(answer);
  if (answer !== seen) {
    setSeen(answer);
    const { stored = null, current = null } = answer ?? {};
    if (stored !== null) setTyped((now) => (now === sent ? stored : now));
    setBase(stored ?? current ?? base);
  } else if (text !== loaded) {
    setLoaded(text);
    if (typed === base) {
      setTyped(text);
      setBase(text);
    }
  }
  return { typed, setTyped, base, send: () => setSent(typed) };
}
