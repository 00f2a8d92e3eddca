import { href } from "react-router";
import { REMINDER_HOURS, type ReminderFigures } from "#domain/reminders/reminder.ts";
import { Field } from "../../ui/form/field.tsx";
import { RulesForm } from "../forms/rules-form.tsx";

type ReminderFormProps = { hours: number | null; figures: ReminderFigures; error: string | undefined };

const INTRO =
  "The checkout then has a box, not ticked: “Remind me once by email if I don’t finish”. Whoever ticks it and leaves " +
  "gets one mail with a link to their cart, unless they bought meanwhile, began another checkout, or everything is " +
  "sold out. Each mail has a way to get no more.";

/** Whether shoppers may ask to be reminded of a checkout that they leave, and what came of it. */
export function ReminderForm({ hours, figures, error }: ReminderFormProps) {
  const { sent, cameBack, bought } = figures;
  const outcome =
    hours !== null || sent > 0
      ? `In the last 30 days: ${sent} sent, ${cameBack} took their cart back, ${bought} bought within a week.`
      : null;
  return (
    <RulesForm
      action={href("/admin/privacy")}
      intent="reminders"
      title="Reminder of unfinished checkouts"
      intro={INTRO}
      outcome={outcome}
    >
      <label className="flex min-h-11 items-center gap-3 font-semibold">
        <input type="checkbox" name="reminds" defaultChecked={hours !== null} className="check" />
        Offer a reminder at the checkout
      </label>
      <Field
        name="hours"
        label="Hours after the checkout began"
        inputMode="numeric"
        autoComplete="off"
        className="max-w-md"
        defaultValue={hours ?? REMINDER_HOURS.usual}
        error={error}
        hint={`${REMINDER_HOURS.min} to ${REMINDER_HOURS.max}.`}
      />
    </RulesForm>
  );
}
