import { useEffect } from "react";
import { href, useFetcher, useRevalidator } from "react-router";
import type { BackupProgress } from "./backup-progress.ts";

const ASK_EVERY_MS = 1_000;

/** Polls while something is under way, and reloads the page when it ends. `loaded`: as the loader saw it. */
export function useBackupProgress(loaded: BackupProgress): BackupProgress {
  const { data, load, state } = useFetcher<BackupProgress>();
  const { revalidate } = useRevalidator();
  const isRunning = loaded.backup !== null || loaded.test !== null || loaded.isCopying;
  const asked = isRunning && data ? data : loaded;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is followed by the next question.
  useEffect(() => {
    if (!isRunning || state !== "idle") return;
    const timer = setTimeout(() => void load(href("/admin/backups/progress")), ASK_EVERY_MS);
    return () => clearTimeout(timer);
  }, [isRunning, state, load, data]);

  useEffect(() => {
    if (isRunning && data && data.seen !== loaded.seen) void revalidate();
  }, [isRunning, data, loaded.seen, revalidate]);

  return asked;
}
