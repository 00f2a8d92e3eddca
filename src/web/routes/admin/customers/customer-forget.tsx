// 'Erase personal data': what goes, what stays, and the form that does it. It has no page of its own in the navigation: the
// customer's page leads here.
import { data, href, redirect } from "react-router";
import { eraseForm } from "#domain/customer/erase-form.ts";
import type { FormErrors } from "#domain/form/form-saved.ts";
import { forgetCustomer, planForgetting } from "#server/customers/forget-customer.ts";
import { ForgetForm } from "../../../admin/customers/forget-form.tsx";
import { answerForm, formAnswerIn } from "../../../admin/forms/form-outcome.ts";
import { adminMeta, BackLink, failedPage, PageTitle } from "../../../admin/frame/admin-page.tsx";
import { noticeCookie } from "../../../admin/frame/notices.ts";
import { showAnswerOf } from "../../../admin/frame/show-notice.ts";
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

export const action = adminAction("forget", {
  forget: asksPassword(async ({ shop, actor, form, text, params: { id = "" } }) => {
    const result = await forgetCustomer(shop, { id, typed: text("typed"), actor });
    if (result.ok) {
      const headers = { "Set-Cookie": noticeCookie("customer-forgotten") };
      return redirect(href("/admin/privacy"), { headers });
    }
    const { status, errors } = refusals[result.reason];
    return answerForm(
      form,
      eraseForm,
      { ok: false, reason: "invalid", errors },
      { refused: "Nothing was erased", init: { status } },
    );
  }),
});

type Reason = Exclude<Awaited<ReturnType<typeof forgetCustomer>>, { ok: true }>["reason"];

const refusals: Record<Reason, { status: number; errors: FormErrors }> = {
  not_found: { status: 404, errors: { "": "We have no data for this customer." } },
  not_typed: { status: 422, errors: { typed: "This is not their email address. Type it as shown above." } },
  open: { status: 409, errors: { "": "Something is still open that needs this data. Reload the page." } },
};

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => showAnswerOf(serverAction());

const back = <BackLink to={href("/admin/customers")} label="All customers" />;

export default function ForgetPage({
  loaderData: { plan },
  actionData,
  params: { id },
}: Route.ComponentProps) {
  const path = href("/admin/customers/:id/forget", { id });
  return (
    <>
      <BackLink to={href("/admin/customers/:id", { id })} label="The customer" />
      <PageTitle title="Erase personal data" />
      <PasswordQuestion answer={actionData} action={path} />
      <ForgetForm plan={plan} action={path} answer={formAnswerIn(actionData)} />
    </>
  );
}

export const ErrorBoundary = failedPage("Erase personal data", "Failed to load the customer", back);
