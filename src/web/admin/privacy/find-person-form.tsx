import { Form, href } from "react-router";
import { Button } from "../../ui/form/button.tsx";
import { Field } from "../../ui/form/field.tsx";
import { type FormAnswer, fieldsOfForm } from "../forms/form-answer.ts";

/** Leads to the person with an email, also when they never bought or wrote. */
export function FindPersonForm({ answer }: { answer: FormAnswer | undefined }) {
  const { field } = fieldsOfForm(answer, "find");
  return (
    <section aria-labelledby="find-person" className="admin-card p-5 sm:p-7">
      <h2 id="find-person" className="display mb-3 text-xl">
        Personal data of one person
      </h2>
      <p className="mb-4 max-w-prose text-ink-2">See, export, or erase everything stored about a person.</p>
      <Form
        method="post"
        action={href("/admin/privacy")}
        noValidate
        preventScrollReset
        className="grid gap-4"
      >
        <Field
          {...field("email", "")}
          type="email"
          label="Email address"
          autoComplete="off"
          className="max-w-md"
        />
        <Button type="submit" name="intent" value="find" look="secondary" className="justify-self-start">
          Find
        </Button>
      </Form>
    </section>
  );
}
