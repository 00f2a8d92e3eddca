import { Form, href, useNavigation } from "react-router";
import { REMINDER_HOURS, type ReminderFigures } from "#domain/reminders/reminder.ts";
import { Button } from "../../ui/form/button.tsx";
import { Field } from "../../ui/form/field.tsx";

type ReminderFormProps = { hours: number | null; figures: ReminderFigures; error: string | undefined };

/** Whether shoppers may ask to be reminded of a checkout that they leave, and what came of it. */
export function ReminderForm({ hours, figures, error }: ReminderFormProps) {
  const isSaving = useNavigation().formData?.get("intent") === "reminders";
  const { sent, cameBack, bought } = figures;
  return (
    <section aria-labelledby="reminders" className="admin-card p-5 sm:p-7">
      <h2 id="reminders" className="display mb-3 text-xl">
        Reminder of unfinished checkouts
      </h2>
      <p className="mb-4 max-w-prose text-ink-2">
        The checkout then has a box, not ticked: “Remind me once by email if I don’t finish”. Whoever ticks it
        and leaves gets one mail with a link to their cart, unless they bought meanwhile, began another
        checkout, or everything is sold out. Each mail has a way to get no more.
      </p>
      <Form
        method="post"
        action={href("/admin/privacy")}
        noValidate
        preventScrollReset
        className="grid gap-4"
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
        <Button
          type="submit"
          name="intent"
          value="reminders"
          look="secondary"
          pending={isSaving}
          className="justify-self-start"
        >
          Save
        </Button>
      </Form>
      {(hours !== null || sent > 0) && (
        <p className="mt-4 text-ink-2">
          In the last 30 days: {sent} sent, {cameBack} took their cart back, {bought} bought within a week.
        </p>
      )}
    </section>
  );
}
