import { Form, href, Link } from "react-router";
import { isFirstRunStep } from "#domain/first-run/first-run.ts";
import { dismissFirstRun, loadFirstRun, skipStep } from "#server/operations/first-run/load-first-run.ts";
import { adminMeta, BackLink, failedPage, PageTitle } from "../../../admin/frame/admin-page.tsx";
import { PageAnswer } from "../../../admin/frame/notice-line.tsx";
import { done, refused } from "../../../admin/frame/notices.ts";
import { showAnswerOf } from "../../../admin/frame/show-notice.ts";
import { FirstRunList, progressText } from "../../../admin/start/first-run-list.tsx";
import { adminOf } from "../../../middleware/require-admin.ts";
import { Button } from "../../../ui/form/button.tsx";
import { type Asked, adminAction, answered } from "../admin-action.ts";
import type { Route } from "./+types/start";

const TITLE = "Getting started";

const back = <BackLink to={href("/admin/dashboard")} label="Dashboard" />;

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(matches, TITLE);

export function loader({ context }: Route.LoaderArgs) {
  return loadFirstRun(adminOf(context).shop);
}

/** Steps are read off the shop; the owner only skips or hides them. */
export const action = adminAction("skip", {
  skip: (asked) => skip(asked, true),
  unskip: (asked) => skip(asked, false),
  hide: async ({ shop }) => {
    await dismissFirstRun(shop, { isDismissed: true });
    return answered(done("Hidden", "Find the list again at the end of the dashboard."));
  },
  "bring-back": async ({ shop }) => {
    await dismissFirstRun(shop, { isDismissed: false });
    return answered(done("Back on the dashboard"));
  },
});

async function skip({ shop, text }: Asked, isSkipped: boolean) {
  const step = text("step");
  if (!isFirstRunStep(step)) return answered(refused(400, "This step does not exist", "Reload the page."));
  await skipStep(shop, { step, isSkipped });
  return answered(done(isSkipped ? "Skipped" : "Back on the list"));
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => showAnswerOf(serverAction());

export default function StartPage({ loaderData: firstRun, actionData }: Route.ComponentProps) {
  return (
    <>
      {back}
      <PageTitle title={TITLE} />
      <PageAnswer answer={actionData} />
      <section aria-labelledby="first-run" className="admin-card mb-5 p-5">
        <h2 id="first-run" className="display mb-2 text-xl">
          Before your first sale <span className="numerals text-sm text-ink-2">{progressText(firstRun)}</span>
        </h2>
        <FirstRunList firstRun={firstRun} />
      </section>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Link to={href("/admin/start/rehearsals")} className="text-link inline-flex min-h-11 items-center">
          Test orders
        </Link>
        {!firstRun.isOver && (
          <Form method="post">
            {firstRun.isDismissed ? (
              <Button type="submit" look="secondary" name="intent" value="bring-back">
                Show on the dashboard
              </Button>
            ) : (
              <Button type="submit" look="secondary" name="intent" value="hide">
                Hide from the dashboard
              </Button>
            )}
          </Form>
        )}
      </div>
    </>
  );
}

export const ErrorBoundary = failedPage(TITLE, "Failed to load the list", back);
