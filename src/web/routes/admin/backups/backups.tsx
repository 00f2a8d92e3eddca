import { data, Form, href, Link, useNavigation } from "react-router";
import { isUnderWay } from "#domain/backups/backup.ts";
import { askForBackup, askForTest, saveBackupRules } from "#server/operations/backups/ask-for-backup.ts";
import { loadBackups, showRecoveryKey } from "#server/operations/backups/load-backups.ts";
import { BackupList } from "../../../admin/backups/backup-list.tsx";
import {
  BackupContents,
  type BackupRulesAnswer,
  BackupRulesForm,
  RecoveryKey,
  RestoreTestNote,
} from "../../../admin/backups/backup-notes.tsx";
import { progressOf } from "../../../admin/backups/backup-progress.ts";
import { useBackupProgress } from "../../../admin/backups/use-backup-progress.ts";
import { textOf } from "../../../admin/forms/posted-body.ts";
import { adminMeta, failedPage } from "../../../admin/frame/admin-page.tsx";
import { NoteBesideToast } from "../../../admin/frame/answer-note.tsx";
import { done, type Notice, refused } from "../../../admin/frame/notices.ts";
import { PageTitle } from "../../../admin/frame/page-title.tsx";
import { tellingOf } from "../../../admin/frame/tell-answer.ts";
import { DatabaseBackup } from "../../../admin/icons.tsx";
import { PasswordQuestion } from "../../../admin/password/password-question.tsx";
import { adminOf } from "../../../middleware/require-admin.ts";
import { isAnswered } from "../../../page/keep-form.ts";
import { Button } from "../../../ui/form/button.tsx";
import { useHydrated } from "../../../ui/use-hydrated.ts";
import { adminAction, asksPassword } from "../admin-action.ts";
import type { Route } from "./+types/backups";

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(matches, "Backups");

export async function loader({ context }: Route.LoaderArgs) {
  return loadBackups(adminOf(context).shop);
}

type Answer = {
  notice: Notice;
  rules?: BackupRulesAnswer;
  recoveryKey?: string;
};

/** 'Back Up Now', 'Try a Restore Now', how long backups are kept, and the key of their copies. */
export const action = adminAction("make", {
  make: async ({ shop, actor }) => {
    const { started } = await askForBackup(shop, { actor });
    const { notice, status } = started
      ? done("A backup is being made", "You may leave this page; it goes on.")
      : done("A backup is being made already", "It goes on, and this page shows it.");
    return data<Answer>({ notice }, { status });
  },
  test: async ({ shop }) => {
    const asked = await askForTest(shop);
    const { notice, status } = asked.ok
      ? done("A restore is being tried", "You may leave this page; it goes on.")
      : refused(409, "There is no backup to try", "Make one first: Back Up Now.");
    return data<Answer>({ notice }, { status });
  },
  rules: async ({ shop, form, actor }) => {
    const saved = await saveBackupRules(shop, { actor, fields: Object.fromEntries(form) });
    if (saved.ok) return data<Answer>({ notice: done("Saved").notice });
    const { notice, status } = refused(422, "Nothing was saved", "Please look at the marked fields.");
    const typed = { days: textOf(form, "days"), weeks: textOf(form, "weeks") };
    return data<Answer>({ notice, rules: { errors: saved.errors, typed } }, { status });
  },
  "show-key": asksPassword(async ({ shop, actor }) => {
    const recoveryKey = await showRecoveryKey(shop, { actor });
    const { notice } = done("The recovery key is shown below", "Write it down.");
    return data<Answer>({ notice, recoveryKey });
  }),
});

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => tellingOf(serverAction());

/** Also after a refusal: the form then knows what somebody else has set. */
export const shouldRevalidate = isAnswered;

export default function BackupsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { backups, test, rules, folder, hasStore, hasOwnSecret } = loaderData;
  const progress = useBackupProgress(progressOf(loaderData));
  const isHydrated = useHydrated();
  const intent = useNavigation().formData?.get("intent");
  const answer = actionData && !("asks" in actionData) ? actionData : null;
  return (
    <>
      <PageTitle title="Backups">
        <Form method="post" preventScrollReset>
          <Button
            type="submit"
            name="intent"
            value="make"
            pending={intent === "make" || progress.backup !== null}
          >
            {intent !== "make" && progress.backup === null && (
              <DatabaseBackup aria-hidden="true" className="size-4" />
            )}
            Back Up Now
          </Button>
        </Form>
      </PageTitle>
      {answer && <NoteBesideToast notice={answer.notice} />}
      {actionData && "asks" in actionData && (
        <PasswordQuestion asked={actionData} action={href("/admin/backups")} />
      )}
      <p role="status" className="mb-5 text-lg empty:hidden">
        {progress.backup ? `${progress.backup} You may leave this page; it goes on.` : ""}
      </p>
      {(progress.backup || progress.test) && !isHydrated && (
        <Link to={href("/admin/backups")} reloadDocument className="text-link mb-5 inline-block">
          Refresh
        </Link>
      )}
      <div className="grid gap-6">
        <BackupList
          backups={backups.filter((each) => !isUnderWay(each))}
          isFirstOnItsWay={progress.backup !== null}
        />
        <RestoreTestNote
          last={test.last}
          step={progress.test}
          canTest={backups.some(({ state }) => state === "done")}
          isPending={intent === "test"}
        />
        <BackupContents hasStore={hasStore} hasOwnSecret={hasOwnSecret} folder={folder} />
        {hasStore && <RecoveryKey recoveryKey={answer?.recoveryKey} isPending={intent === "show-key"} />}
        <BackupRulesForm key={`${rules.days} ${rules.weeks}`} rules={rules} answer={answer?.rules} />
      </div>
    </>
  );
}

export const ErrorBoundary = failedPage("Backups", "Failed to load the backups");
