import { href } from "react-router";
import { REMINDER_HOURS, type ReminderFigures } from "#domain/reminders/reminder.ts";
import { Field } from "../../../ui/form/field.tsx";
import { type FormAnswer, fieldsOfForm } from "../../forms/form-answer.ts";
import { RulesForm } from "../../forms/rules-form.tsx";

type ReminderFormProps = {
  hours: number | null;
  figures: ReminderFigures;
  answer: FormAnswer | undefined;
};

const INTRO = "Shoppers can ask for one email with a link to their cart if they leave before paying.";

/** Whether shoppers may ask for a reminder of a checkout that they leave, and its results. */
export function ReminderForm({ hours, figures, answer }: ReminderFormProps) {
  const { field, isOn } = fieldsOfForm(answer, "reminders");
  const { sent, cameBack, bought } = figures;
  const outcome =
    hours !== null || sent > 0
      ? `Last 30 days: ${sent} sent, ${cameBack} came back, ${bought} bought within a week.`
      : null;
  return (
    <RulesForm
      action={href("/admin/settings/mail")}
      intent="reminders"
      title="Abandoned checkout reminder"
      intro={INTRO}
      outcome={outcome}
    >
      <input type="hidden" name="base" value={JSON.stringify({ hours })} />
      <label className="flex min-h-11 items-center gap-3 font-semibold">
        <input
          type="checkbox"
          name="reminds"
          defaultChecked={isOn("reminds", hours !== null)}
          className="check"
        />
        Offer a reminder at checkout
      </label>
      <Field
        {...field("hours", hours ?? REMINDER_HOURS.usual)}
        label="Hours after checkout started"
        inputMode="numeric"
        autoComplete="off"
        className="max-w-md"
        hint={`${REMINDER_HOURS.min} to ${REMINDER_HOURS.max}.`}
      />
    </RulesForm>
  );
}
