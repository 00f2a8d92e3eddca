import { data, Form, href, useNavigation } from "react-router";
import { isUnderWay } from "#domain/backups/backup.ts";
import { backupRulesForm } from "#domain/backups/backup-rules-form.ts";
import { askForBackup, askForTest, saveBackupRules } from "#server/operations/backups/ask-for-backup.ts";
import { loadBackups, showRecoveryKey } from "#server/operations/backups/load-backups.ts";
import { BackupList } from "../../../admin/backups/backup-list.tsx";
import {
  BackupContents,
  BackupRulesForm,
  RecoveryKey,
  RestoreTestNote,
} from "../../../admin/backups/backup-notes.tsx";
import { progressOf } from "../../../admin/backups/backup-progress.ts";
import { useBackupProgress } from "../../../admin/backups/use-backup-progress.ts";
import { answerForm, formAnswerIn } from "../../../admin/forms/form-outcome.ts";
import { adminMeta, BackLink, failedPage, PageTitle } from "../../../admin/frame/admin-page.tsx";
import { PageAnswer } from "../../../admin/frame/notice-line.tsx";
import { done, refused, success } from "../../../admin/frame/notices.ts";
import { showAnswerOf } from "../../../admin/frame/show-notice.ts";
import { DatabaseBackup } from "../../../admin/icons.tsx";
import { otherThanAsked } from "../../../admin/password/password-asked.ts";
import { PasswordQuestion } from "../../../admin/password/password-question.tsx";
import { adminOf } from "../../../middleware/require-admin.ts";
import { isAnswered } from "../../../page/keep-form.ts";
import { Button } from "../../../ui/form/button.tsx";
import { adminAction, answered, asksPassword } from "../admin-action.ts";
import type { Route } from "./+types/backups";

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(matches, "Backups");

export async function loader({ context }: Route.LoaderArgs) {
  return loadBackups(adminOf(context).shop);
}

const back = <BackLink to={href("/admin/doctor")} label="Health" />;

/** 'Back Up Now', 'Run Restore Test', how long backups are kept, and the key of their copies. */
export const action = adminAction("make", {
  make: async ({ shop, actor }) => {
    const { started } = await askForBackup(shop, { actor });
    return answered(
      started
        ? done("Backup started", "You can leave this page.")
        : done("A backup is already running", "This page shows its progress."),
    );
  },
  test: async ({ shop }) => {
    const asked = await askForTest(shop);
    return answered(
      asked.ok
        ? done("Restore test started", "You can leave this page.")
        : refused(409, "There is no backup to test", "Press Back Up Now first."),
    );
  },
  rules: async ({ shop, form, actor, fields }) =>
    answerForm(form, backupRulesForm, await saveBackupRules(shop, { actor, fields })),
  "show-key": asksPassword(async ({ shop, actor }) => {
    const recoveryKey = await showRecoveryKey(shop, { actor });
    return data({ notice: success("The recovery key is shown below", "Write it down."), recoveryKey });
  }),
});

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => showAnswerOf(serverAction());

/** Also after a refusal: the form then has what another tab has saved. */
export const shouldRevalidate = isAnswered;

export default function BackupsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { backups, test, rules, folder, hasStore, hasOwnSecret } = loaderData;
  const progress = useBackupProgress(progressOf(loaderData));
  const intent = useNavigation().formData?.get("intent");
  const answer = otherThanAsked(actionData);
  return (
    <>
      {back}
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
      <PageAnswer answer={answer} />
      <PasswordQuestion answer={actionData} action={href("/admin/backups")} />
      <p role="status" className="mb-5 text-lg empty:hidden">
        {progress.backup ? `${progress.backup} You can leave this page.` : ""}
      </p>
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
        {hasStore && (
          <RecoveryKey
            recoveryKey={answer && "recoveryKey" in answer ? answer.recoveryKey : undefined}
            isPending={intent === "show-key"}
          />
        )}
        <BackupRulesForm rules={rules} answer={formAnswerIn(answer)} />
      </div>
    </>
  );
}

export const ErrorBoundary = failedPage("Backups", "Failed to load the backups", back);
