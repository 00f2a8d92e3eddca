import { Form } from "react-router";
import { Button } from "../../ui/form/button.tsx";
import { Field } from "../../ui/form/field.tsx";
import { type FormAnswer, fieldsOfForm } from "../forms/form-answer.ts";

type LowLevelFormProps = { level: number; answer: FormAnswer | undefined; isPending: boolean };

/** The number of units at which a size is low. */
export function LowLevelForm({ level, answer, isPending }: LowLevelFormProps) {
  const { field } = fieldsOfForm(answer, "low-level");
  return (
    <Form method="post" className="mt-5 flex flex-wrap items-start gap-3" preventScrollReset>
      <input type="hidden" name="base" value={level} />
      <Field
        key={level}
        label="Low stock level (units per size)"
        {...field("level", level)}
        inputMode="numeric"
        autoComplete="off"
      />
      <Button
        type="submit"
        name="intent"
        value="low-level"
        look="secondary"
        pending={isPending}
        className="mt-7.5"
      >
        Save Level
      </Button>
    </Form>
  );
}
