import { href } from "react-router";
import { REMINDER_HOURS, type ReminderFigures } from "#domain/reminders/reminder.ts";
import { Field } from "../../ui/form/field.tsx";
import { RulesForm } from "../forms/rules-form.tsx";

/** What the refused form says, and its fields as they were. */
export type ReminderAnswer = { error: string; reminds: boolean; hours: string };

type ReminderFormProps = {
  hours: number | null;
  figures: ReminderFigures;
  answer: ReminderAnswer | undefined;
};

const INTRO =
  "The checkout then has a box, not ticked: “Remind me once by email if I don’t finish”. Whoever ticks it and leaves " +
  "gets one mail with a link to their cart, unless they bought meanwhile, began another checkout, or everything is " +
  "sold out. Each mail has a way to get no more.";

/** Whether shoppers may ask to be reminded of a checkout that they leave, and what came of it. */
export function ReminderForm({ hours, figures, answer }: ReminderFormProps) {
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
      <input type="hidden" name="base" value={JSON.stringify({ hours })} />
      <label className="flex min-h-11 items-center gap-3 font-semibold">
        <input
          type="checkbox"
          name="reminds"
          defaultChecked={answer?.reminds ?? hours !== null}
          className="check"
        />
        Offer a reminder at the checkout
      </label>
      <Field
        name="hours"
        label="Hours after the checkout began"
        inputMode="numeric"
        autoComplete="off"
        className="max-w-md"
        defaultValue={answer?.hours ?? hours ?? REMINDER_HOURS.usual}
        error={answer?.error}
        hint={`${REMINDER_HOURS.min} to ${REMINDER_HOURS.max}.`}
      />
    </RulesForm>
  );
}
