// What an owner should know of backups before one is needed.
import { Form, href } from "react-router";
import { type BackupRules, type RestoreTest, tellRestoreTest } from "#domain/backups/backup.ts";
import { ShopTime } from "../../page/shop-time.tsx";
import { Button } from "../../ui/form/button.tsx";
import { Field } from "../../ui/form/field.tsx";
import { RulesForm } from "../forms/rules-form.tsx";

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
        Each week the newest backup is restored beside the shop, its rows are compared table by table, and it
        is thrown away. The shop is not touched.
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
          {tellRestoreTest(last)}
        </p>
      )}
      {!last && <p className="mb-4">None was made yet.</p>}
      <Form method="post" preventScrollReset>
        <Button
          type="submit"
          name="intent"
          value="test"
          look="secondary"
          disabled={!canTest}
          pending={isPending || step !== null}
        >
          Try a Restore Now
        </Button>
      </Form>
      {step !== null && <p className="mt-3 text-ink-2">{step}</p>}
    </section>
  );
}

/** What the refused form says, and its fields as they were typed. */
export type BackupRulesAnswer = {
  errors: Partial<Record<keyof BackupRules, string>>;
  typed: Record<keyof BackupRules, string>;
};

type BackupRulesFormProps = { rules: BackupRules; answer: BackupRulesAnswer | undefined };

/** How long backups are kept. */
export function BackupRulesForm({ rules, answer }: BackupRulesFormProps) {
  return (
    <RulesForm
      action={href("/admin/backups")}
      intent="rules"
      title="How long they are kept"
      fieldsClassName="sm:grid-cols-2"
    >
      <input type="hidden" name="base" value={JSON.stringify(rules)} />
      <Field
        name="days"
        label="Every backup, for days"
        inputMode="numeric"
        autoComplete="off"
        defaultValue={answer?.typed.days ?? rules.days}
        error={answer?.errors.days}
      />
      <Field
        name="weeks"
        label="The first of each week, for weeks"
        inputMode="numeric"
        autoComplete="off"
        defaultValue={answer?.typed.weeks ?? rules.weeks}
        error={answer?.errors.weeks}
      />
      <p className="text-sm text-ink-2 sm:col-span-2">The newest good backup is never deleted.</p>
    </RulesForm>
  );
}

type ContentsProps = { hasStore: boolean; hasOwnSecret: boolean; folder: string };

/** What is in one, where it is, and the way back. */
export function BackupContents({ hasStore, hasOwnSecret, folder }: ContentsProps) {
  return (
    <section aria-labelledby="contents" className="admin-card p-5 sm:p-7">
      <h2 id="contents" className="display mb-3 text-xl">
        What a backup holds, and how to restore it
      </h2>
      <div className="grid max-w-prose gap-3 wrap-anywhere">
        <p>
          A backup is one file: the rows of the whole database
          {hasStore ? "" : ", the pictures"}
          {hasOwnSecret ? "" : ", the shop's own secrets"} and, in a demo, the payment sandbox.
          {hasStore && " The pictures stay in the S3 store and are not in it."}
        </p>
        <p>
          <strong className="font-semibold">It is as secret as the shop.</strong> It holds your customers'
          names and addresses, your password as a hash, and{" "}
          {hasOwnSecret
            ? "what is sealed with SHOP_SECRET. SHOP_SECRET itself is not in it: keep that apart."
            : "the keys with which the shop signs its links and sessions."}{" "}
          Stripe's keys and the password of the mail server are not in it: they are settings of the machine.
        </p>
        <p>
          Backups are in <code>{folder}</code>, readable by the shop's user alone.{" "}
          {hasStore
            ? "Each is also copied to the S3 store, encrypted with the recovery key below."
            : "A disk that fails takes them along, so download one now and then, or set up an S3 store."}
        </p>
        <p>
          To restore one, stop the shop, and then:
          <code className="mt-1 block">npm run admin -- restore &lt;file&gt; --replace</code>
        </p>
        <p>The shop that is there is backed up first, so you can go back by restoring that backup.</p>
      </div>
    </section>
  );
}

type RecoveryKeyProps = { recoveryKey: string | undefined; isPending: boolean };

/** The key of the copies in the store, shown when it is asked for. */
export function RecoveryKey({ recoveryKey, isPending }: RecoveryKeyProps) {
  return (
    <section aria-labelledby="recovery-key" className="admin-card p-5 sm:p-7">
      <h2 id="recovery-key" className="display mb-3 text-xl">
        Recovery key
      </h2>
      <div className="grid max-w-prose gap-3">
        <p>
          The S3 store's bucket is the one of your pictures, which everybody may read. So the copies in it are
          encrypted, and only this key opens them. Write it down and keep it away from the shop: without it,
          and without this machine, the copies are worth nothing.
        </p>
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
          On a new machine, with the S3 store's variables set, this brings the newest copy. It asks for the
          key:
          <code className="mt-1 block">npm run admin -- fetch-backup &lt;file&gt;</code>
        </p>
      </div>
    </section>
  );
}
