import { type Backup, isUnderWay, type RestoreTest } from "#domain/backups/backup.ts";

/** What is under way, in words; null: nothing is. `seen` changes whenever something begins or ends. */
export type BackupProgress = {
  backup: string | null;
  test: string | null;
  /** A copy is on its way to the S3 store. */
  isCopying: boolean;
  seen: string;
};

export function progressOf({
  backups,
  test,
}: {
  backups: readonly Backup[];
  test: RestoreTest;
}): BackupProgress {
  const newest = backups.find(isUnderWay) ?? null;
  return {
    backup: newest && stepOf(newest, "Waits for its turn"),
    test: test.isUnderWay ? stepOf(test, "Waits for its turn") : null,
    isCopying: backups.some(
      ({ state, store, storeError }) => state === "done" && store === "waiting" && storeError === null,
    ),
    seen: [
      backups[0] ? `${backups[0].id} ${backups[0].state}` : "",
      `${test.isUnderWay} ${test.last?.endedAt}`,
      ...backups.map(({ store, storeError }) => `${store} ${storeError ?? ""}`),
    ].join(" "),
  };
}

const stepOf = ({ step }: Pick<Backup | RestoreTest, "step">, otherwise: string) => `${step ?? otherwise} …`;
