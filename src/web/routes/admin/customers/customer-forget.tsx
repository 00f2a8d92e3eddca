// 'Erase personal data': what goes, what stays, and the form that does it. It has no page of its own in the navigation: the
// customer's page leads here.
import { data, href, redirect } from "react-router";
import { unreachable } from "#domain/text/unreachable.ts";
import { forgetCustomer, planForgetting } from "#server/customers/forget-customer.ts";
import { ForgetForm } from "../../../admin/customers/forget-form.tsx";
import { textOf } from "../../../admin/forms/posted-body.ts";
import { adminMeta, BackLink, failedPage } from "../../../admin/frame/admin-page.tsx";
import { AnswerNote } from "../../../admin/frame/answer-note.tsx";
import { type Notice, noticeCookie, refused } from "../../../admin/frame/notices.ts";
import { PageTitle } from "../../../admin/frame/page-title.tsx";
import { tellingOf } from "../../../admin/frame/tell-answer.ts";
import { isPasswordAsked, otherThanAsked } from "../../../admin/password/password-asked.ts";
import { PasswordQuestion } from "../../../admin/password/password-question.tsx";
import { adminOf } from "../../../middleware/require-admin.ts";
import { adminAction, asksPassword } from "../admin-action.ts";
import type { Route } from "./+types/customer-forget";

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(matches, "Erase personal data");

export async function loader({ params: { id }, context }: Route.LoaderArgs) {
  const plan = await planForgetting(adminOf(context).shop, { id });
  if (!plan) throw data(null, { status: 404 });
  return { plan };
}

type Answer = { notice: Notice; typedError?: string };

export const action = adminAction("forget", {
  forget: asksPassword(async ({ shop, actor, form, params: { id = "" } }) => {
    const result = await forgetCustomer(shop, { id, typed: textOf(form, "typed"), actor });
    if (result.ok) {
      const headers = { "Set-Cookie": noticeCookie("customer-forgotten") };
      return redirect(href("/admin/privacy"), { headers });
    }
    switch (result.reason) {
      case "not_found":
        return answer(refused(404, "Nothing to erase", "We have no data for this customer."));
      case "not_typed": {
        const typedError = "This is not their email address. Type it as shown above.";
        return answer(refused(422, "Nothing was changed", typedError), { typedError });
      }
      case "open":
        return answer(
          refused(409, "Nothing was changed", "Something is still open that needs this data. See below."),
        );
      default:
        return unreachable(result);
    }
  }),
});

function answer({ notice, status }: ReturnType<typeof refused>, more: Partial<Answer> = {}) {
  return data<Answer>({ notice, ...more }, { status });
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => tellingOf(serverAction());

const back = <BackLink to={href("/admin/customers")} label="All customers" />;

export default function ForgetPage({
  loaderData: { plan },
  actionData,
  params: { id },
}: Route.ComponentProps) {
  const answered = otherThanAsked(actionData);
  const path = href("/admin/customers/:id/forget", { id });
  return (
    <>
      <BackLink to={href("/admin/customers/:id", { id })} label="The customer" />
      <PageTitle title="Erase personal data" />
      {isPasswordAsked(actionData) && <PasswordQuestion asked={actionData} action={path} />}
      {answered && <AnswerNote notice={answered.notice} />}
      <ForgetForm plan={plan} action={path} error={answered?.typedError} />
    </>
  );
}

export const ErrorBoundary = failedPage("Erase personal data", "Failed to load the customer", back);
