import { useState } from "react";
import { isSameSettings, parseSettingsBase, type SettingsForm } from "#domain/settings/settings-form.ts";
import { useKeptForm } from "../forms/kept-form.ts";
import { withTypedSince } from "../forms/typed-since.ts";
import type { SettingsAnswer } from "./settings-answer.ts";

type Kept = { form: SettingsForm; base: SettingsForm; version: number };

/**
 * The state of the settings form. What was typed survives refused saves and a session that ended meanwhile
 * (it is kept in this tab until the form has been answered); after a save the form shows the stored values, but where
 * something was typed since.
 */
export function useSettingsForm(
  stored: { form: SettingsForm; version: number },
  answer: SettingsAnswer | undefined,
) {
  const [form, setForm] = useState(answer?.form ?? stored.form);
  const [opened, setOpened] = useState(stored);
  const [wasRestored, setRestored] = useState(false);
  const [seen, setSeen] = useState(answer);
  const [awaited, setAwaited] = useState<"saved" | "merged" | null>(null);
  /** What was sent last. */
  const [sent, setSent] = useState<SettingsForm | null>(null);
  const take = (answered: SettingsForm) =>
    setForm((typed) => (sent ? withTypedSince(answered, sent, typed) : answered));
  if (answer !== seen) {
    setSeen(answer);
    const isSaved = answer?.notice.tone === "success";
    const isMerged = (answer?.changes.length ?? 0) > 0;
    if (isMerged && answer?.form) take(answer.form);
    setAwaited(isSaved ? "saved" : isMerged ? "merged" : null);
    if (answer) setRestored(false);
  }
  // The newer row arrives after the answer, and the form continues from it. The same holds for a row that
  // differs only in other parts (the logo). Anything else is another editor's work, and saving reports it.
  const isNewer = opened.version !== stored.version;
  if (isNewer && (awaited !== null || isSameSettings(opened.form, stored.form))) {
    setOpened(stored);
    if (awaited === "saved") take(stored.form);
    setAwaited(null);
  }

  const read = (input: Record<string, unknown>) => readKept(input, stored.form);
  const keep = useKeptForm("admin-settings", answer, read, (kept) => {
    if (isSameSettings(kept.form, stored.form)) return;
    setForm(kept.form);
    setOpened({ form: kept.base, version: kept.version });
    setRestored(true);
  });

  return {
    form,
    opened,
    wasRestored,
    isDirty: !isSameSettings(form, opened.form),
    change: (change: Partial<SettingsForm>) => setForm((before) => ({ ...before, ...change })),
    discard: () => {
      setForm(stored.form);
      setOpened(stored);
      setRestored(false);
    },
    /** The form is being sent. */
    keep: () => {
      setSent(form);
      keep({ form, base: opened.form, version: opened.version });
    },
  };
}

function readKept(kept: Record<string, unknown>, otherwise: SettingsForm): Kept {
  const read = (value: unknown) => parseSettingsBase(JSON.stringify(value), otherwise);
  return { form: read(kept.form), base: read(kept.base), version: Number(kept.version) || 0 };
}
