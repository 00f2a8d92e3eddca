// What an owner should know of backups before one is needed.
import { Form, href } from "react-router";
import { type BackupRules, formatRestoreTest, type RestoreTest } from "#domain/backups/backup.ts";
import { backupRulesForm } from "#domain/backups/backup-rules-form.ts";
import { ShopTime } from "../../page/shop-time.tsx";
import { Button } from "../../ui/form/button.tsx";
import { Field } from "../../ui/form/field.tsx";
import type { FormAnswer } from "../forms/form-outcome.ts";
import { RulesForm } from "../forms/rules-form.tsx";
import { useOwnerForm } from "../forms/use-owner-form.ts";

type TestNoteProps = {
  last: RestoreTest["last"];
  step: string | null;
  canTest: boolean;
  isPending: boolean;
};

/** The last restore test in words, and the button that makes another. */
export function RestoreTestNote({ last, step, canTest, isPending }: TestNoteProps) {
  const isFailed = last !== null && last.error !== null;
  return (
    <section aria-labelledby="restore-test" className="admin-card p-5 sm:p-7">
      <h2 id="restore-test" className="display mb-3 text-xl">
        Restore test
      </h2>
      <p className="mb-3 max-w-prose text-ink-2">
        Each week the shop restores its newest backup into a separate copy and compares every row.
      </p>
      {last && step === null && (
        <p className={`mb-4 max-w-prose wrap-anywhere ${isFailed ? "text-err" : ""}`}>
          <strong className="font-semibold">
            <ShopTime at={last.endedAt} style="date and time" />
            {isFailed ? ": not restored." : ": restored."}
          </strong>{" "}
          {last.backupAt !== null && (
            <>
              The backup of <ShopTime at={last.backupAt} style="date and time" />.{" "}
            </>
          )}
          {formatRestoreTest(last)}
        </p>
      )}
      {!last && (
        <p className="mb-4">
          {canTest ? "Not run yet." : "Not run yet: there is no backup to test. Make one first."}
        </p>
      )}
      <Form method="post" preventScrollReset>
        <Button
          type="submit"
          name="intent"
          value="test"
          look="secondary"
          disabled={!canTest}
          pending={isPending || step !== null}
        >
          Run Restore Test
        </Button>
      </Form>
      {step !== null && <p className="mt-3 text-ink-2">{step}</p>}
    </section>
  );
}

type BackupRulesFormProps = { rules: BackupRules; answer: FormAnswer | undefined };

/** How long backups are kept. */
export function BackupRulesForm({ rules, answer }: BackupRulesFormProps) {
  const form = useOwnerForm({ schema: backupRulesForm, intent: "rules", stored: rules, answer });
  return (
    <RulesForm
      form={form}
      action={href("/admin/backups")}
      title="How long backups are kept"
      fieldsClassName="sm:grid-cols-2"
    >
      <Field {...form.field("days")} inputMode="numeric" autoComplete="off" />
      <Field {...form.field("weeks")} inputMode="numeric" autoComplete="off" />
      <p className="text-sm text-ink-2 sm:col-span-2">The newest good backup is never deleted.</p>
    </RulesForm>
  );
}

type ContentsProps = { hasStore: boolean; hasOwnSecret: boolean; folder: string };

/** What a backup holds, where it is, and how to restore it; folded, since it is read once. */
export function BackupContents({ hasStore, hasOwnSecret, folder }: ContentsProps) {
  return (
    <details className="disclosure admin-card px-5 py-1">
      <summary>How to restore a backup</summary>
      <div className="grid max-w-prose gap-3 pb-4 wrap-anywhere">
        <p>
          Stop the shop, then run:
          <code className="mt-1 block">npm run admin -- restore &lt;file&gt; --replace</code>
        </p>
        <p>The shop backs itself up first, so you can go back by restoring that backup.</p>
        <p>
          A backup holds the whole database{hasStore ? "" : ", pictures"}
          {hasOwnSecret ? "" : ", the shop's secrets"} and, in a demo, its payments.{" "}
          <strong className="font-semibold">Keep it private.</strong>{" "}
          {hasStore ? "Pictures stay in the S3 store. " : ""}
          {hasOwnSecret ? "Keep SHOP_SECRET separately." : ""}
        </p>
        <p>
          Folder: <code>{folder}</code>.{" "}
          {hasStore
            ? "Encrypted copies are in the S3 store."
            : "Download a copy now and then, in case the disk fails."}
        </p>
      </div>
    </details>
  );
}

type RecoveryKeyProps = { recoveryKey: string | undefined; isPending: boolean };

/** The key of the copies in the store, shown on request. */
export function RecoveryKey({ recoveryKey, isPending }: RecoveryKeyProps) {
  return (
    <section aria-labelledby="recovery-key" className="admin-card p-5 sm:p-7">
      <h2 id="recovery-key" className="display mb-3 text-xl">
        Recovery key
      </h2>
      <div className="grid max-w-prose gap-3">
        <p>Only this key opens the copies in the S3 store. Write it down and keep it away from the shop.</p>
        {recoveryKey ? (
          <p role="status">
            <code className="text-lg font-semibold wrap-anywhere">{recoveryKey}</code>
          </p>
        ) : (
          <Form method="post" preventScrollReset>
            <Button type="submit" name="intent" value="show-key" look="secondary" pending={isPending}>
              Show the Recovery Key
            </Button>
          </Form>
        )}
        <p>
          On a new machine with the same S3 variables, this fetches the newest copy:
          <code className="mt-1 block">npm run admin -- fetch-backup &lt;file&gt;</code>
        </p>
      </div>
    </section>
  );
}
