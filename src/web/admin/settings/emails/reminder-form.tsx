import { href } from "react-router";
import { REMINDER_HOURS, type ReminderFigures } from "#domain/reminders/reminder.ts";
import { reminderForm, reminderFormOf } from "#domain/reminders/reminder-form.ts";
import { Field } from "../../../ui/form/field.tsx";
import { CheckField } from "../../forms/check-field.tsx";
import type { FormAnswer } from "../../forms/form-outcome.ts";
import { RulesForm } from "../../forms/rules-form.tsx";
import { useOwnerForm } from "../../forms/use-owner-form.ts";

type ReminderFormProps = {
  hours: number | null;
  figures: ReminderFigures;
  answer: FormAnswer | undefined;
};

const INTRO = "Shoppers can ask for one email with a link to their cart if they leave before paying.";

/** Whether shoppers may ask for a reminder of a checkout that they leave, and its results. */
export function ReminderForm({ hours, figures, answer }: ReminderFormProps) {
  const stored = reminderFormOf(hours);
  const form = useOwnerForm({ schema: reminderForm, intent: "reminders", stored, answer });
  const { sent, cameBack, bought } = figures;
  const outcome =
    hours !== null || sent > 0
      ? `Last 30 days: ${sent} sent, ${cameBack} came back, ${bought} bought within a week.`
      : null;
  return (
    <RulesForm
      form={form}
      action={href("/admin/settings/mail")}
      title="Abandoned checkout reminder"
      intro={INTRO}
      outcome={outcome}
    >
      <CheckField {...form.check("reminds")} />
      <Field
        {...form.field("hours")}
        inputMode="numeric"
        autoComplete="off"
        className="max-w-md"
        hint={`${REMINDER_HOURS.min} to ${REMINDER_HOURS.max}.`}
      />
    </RulesForm>
  );
}
