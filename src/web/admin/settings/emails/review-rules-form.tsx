import { href } from "react-router";
import { reviewRulesForm } from "#domain/reviews/review-rules-form.ts";
import type { ReviewRules } from "#domain/reviews/review-search.ts";
import { Field } from "../../../ui/form/field.tsx";
import { CheckField } from "../../forms/check-field.tsx";
import type { FormAnswer } from "../../forms/form-outcome.ts";
import { RulesForm } from "../../forms/rules-form.tsx";
import { useOwnerForm } from "../../forms/use-owner-form.ts";

type ReviewRulesFormProps = { rules: ReviewRules; answer: FormAnswer | undefined };

/** Whether customers are asked for reviews, and when. */
export function ReviewRulesForm({ rules, answer }: ReviewRulesFormProps) {
  const form = useOwnerForm({ schema: reviewRulesForm, intent: "review-requests", stored: rules, answer });
  return (
    <RulesForm
      form={form}
      action={href("/admin/settings/mail")}
      title="Review requests"
      intro="We email customers once per order, unless it was returned or refunded."
    >
      <CheckField {...form.check("asks")} />
      <Field
        {...form.field("afterDays")}
        inputMode="numeric"
        autoComplete="off"
        className="max-w-md"
        hint="Counted from the last promised day until you mark the order as delivered."
      />
    </RulesForm>
  );
}
