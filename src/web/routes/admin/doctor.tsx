import { Form, href, Link, useNavigation } from "react-router";
import { formatChecks } from "#domain/doctor/check.ts";
import { callOwnWebhook } from "#server/operations/alerts/own-webhook.ts";
import { examineSetup } from "#server/operations/doctor/examine-setup.ts";
import { checkRules } from "#server/reconciliation/check-rules.ts";
import { CheckList } from "../../admin/doctor/check-list.tsx";
import { adminMeta } from "../../admin/frame/admin-page.tsx";
import { PageAnswer } from "../../admin/frame/notice-line.tsx";
import { done, refused } from "../../admin/frame/notices.ts";
import { showAnswerOf } from "../../admin/frame/show-notice.ts";
import { Stethoscope } from "../../admin/icons.tsx";
import { failedSettings, SettingsFrame } from "../../admin/settings/settings-frame.tsx";
import { adminOf } from "../../middleware/require-admin.ts";
import { Button } from "../../ui/form/button.tsx";
import type { Route } from "./+types/doctor";
import { adminAction, answered, orLogged } from "./admin-action.ts";

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(matches, "Health");

export async function loader({ context }: Route.LoaderArgs) {
  return { checks: await examineSetup(adminOf(context).shop) };
}

/** 'Check Now': calls the shop's own webhook and checks the books of the last day. */
export const action = adminAction("check", {
  check: async ({ shop }) => {
    const called = await orLogged(shop, "doctor.check_failed", callOwnWebhook(shop));
    const checked = await orLogged(shop, "doctor.check_failed", checkRules(shop, "day"));
    return answered(
      called && checked
        ? done("Checked just now")
        : refused(500, "Some checks failed to run", "Try again in a minute."),
    );
  },
});

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => showAnswerOf(serverAction());

export default function DoctorPage({ loaderData, actionData }: Route.ComponentProps) {
  const { checks } = loaderData;
  const isPending = useNavigation().formAction === href("/admin/doctor");
  return (
    <SettingsFrame actions={<CheckNow isPending={isPending} />}>
      <PageAnswer answer={actionData} />
      <p className="mb-5 text-lg">{formatChecks(checks)}</p>
      <CheckList checks={checks} />
      <p className="mt-5">
        <Link
          to={href("/admin/backups")}
          className="text-link inline-flex min-h-11 items-center font-semibold"
        >
          Backups and restore test
        </Link>
      </p>
    </SettingsFrame>
  );
}

function CheckNow({ isPending }: { isPending: boolean }) {
  return (
    <Form method="post">
      <Button type="submit" name="intent" value="check" pending={isPending}>
        {!isPending && <Stethoscope aria-hidden="true" className="size-4" />}
        Check Now
      </Button>
    </Form>
  );
}

export const ErrorBoundary = failedSettings("Failed to check the shop");
