import { type Backup, type Drill, isUnderWay } from "#domain/backups/backup.ts";

/** What is under way, in words; null: nothing is. `seen` changes whenever something begins or ends. */
export type BackupProgress = {
  backup: string | null;
  drill: string | null;
  /** A copy is on its way to the S3 store. */
  isCopying: boolean;
  seen: string;
};

export function progressOf({
  backups,
  drill,
}: {
  backups: readonly Backup[];
  drill: Drill | null;
}): BackupProgress {
  const newest = backups.find(isUnderWay) ?? null;
  return {
    backup: newest && stepOf(newest, "Waits for its turn"),
    drill: drill && isUnderWay(drill) ? stepOf(drill, "Waits for its turn") : null,
    isCopying: backups.some(
      ({ state, store, storeError }) => state === "done" && store === "waiting" && storeError === null,
    ),
    seen: [backups[0], drill]
      .map((each) => (each ? `${each.id} ${each.state}` : ""))
      .concat(backups.map(({ store, storeError }) => `${store} ${storeError ?? ""}`))
      .join(" "),
  };
}

const stepOf = ({ step }: Pick<Backup | Drill, "step">, otherwise: string) => `${step ?? otherwise} …`;
