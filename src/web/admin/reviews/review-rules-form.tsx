import { Form, useNavigation } from "react-router";
import type { ReviewRules } from "#domain/reviews/review-search.ts";
import { Button } from "../../ui/form/button.tsx";
import { Field } from "../../ui/form/field.tsx";

type ReviewRulesFormProps = { rules: ReviewRules; error: string | undefined; action: string };

/** Whether customers are asked for reviews, and when. */
export function ReviewRulesForm({ rules, error, action }: ReviewRulesFormProps) {
  const isSaving = useNavigation().formData?.get("intent") === "rules";
  return (
    <section aria-labelledby="asking" className="admin-card mt-8 p-5 sm:p-7">
      <h2 id="asking" className="display mb-3 text-xl">
        Asking for reviews
      </h2>
      <p className="mb-4 max-w-prose text-ink-2">
        Customers are asked once for each order, by a mail with a link to a page of their own. Orders that
        came back, were refunded, or left before reviews existed are not asked about.
      </p>
      <Form method="post" action={action} noValidate preventScrollReset className="grid gap-4">
        <label className="flex min-h-11 items-center gap-3 font-semibold">
          <input type="checkbox" name="asks" defaultChecked={rules.asks} className="check" />
          Ask customers for a review
        </label>
        <Field
          name="afterDays"
          label="Days after the parcel came"
          inputMode="numeric"
          autoComplete="off"
          className="max-w-md"
          defaultValue={rules.afterDays}
          error={error}
          hint="Until you mark a parcel as delivered, the last promised day counts as the day it came."
        />
        <Button
          type="submit"
          name="intent"
          value="rules"
          look="secondary"
          pending={isSaving}
          className="justify-self-start"
        >
          Save
        </Button>
      </Form>
    </section>
  );
}
