import { useState } from "react";
import { isSameSettings, parseSettingsBase, type SettingsForm } from "#domain/settings/settings-form.ts";
import { useKeptForm } from "../forms/kept-form.ts";
import type { SettingsAnswer } from "./settings-answer.ts";

type Kept = { form: SettingsForm; base: SettingsForm; version: number };

/**
 * What the settings form holds. What was typed stays through refused saves and through a session that ended
 * in the middle (it is kept in this tab until the form was answered); a save takes the stored values.
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
  if (answer !== seen) {
    setSeen(answer);
    const isSaved = answer?.notice.tone === "success";
    const isMerged = (answer?.changes.length ?? 0) > 0;
    if (isMerged && answer?.form) setForm(answer.form);
    setAwaited(isSaved ? "saved" : isMerged ? "merged" : null);
    if (answer) setRestored(false);
  }
  // The newer row arrives after the answer. It is where the form goes on from, and so is one that differs in
  // other parts only (the logo); anything else is somebody else's work, which saving will tell.
  const isNewer = opened.version !== stored.version;
  if (isNewer && (awaited !== null || isSameSettings(opened.form, stored.form))) {
    setOpened(stored);
    if (awaited === "saved") setForm(stored.form);
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
    keep: () => keep({ form, base: opened.form, version: opened.version }),
  };
}

function readKept(kept: Record<string, unknown>, otherwise: SettingsForm): Kept {
  const read = (value: unknown) => parseSettingsBase(JSON.stringify(value), otherwise);
  return { form: read(kept.form), base: read(kept.base), version: Number(kept.version) || 0 };
}
