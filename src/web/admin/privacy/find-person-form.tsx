import { Form, href } from "react-router";
import { Button } from "../../ui/form/button.tsx";
import { Field } from "../../ui/form/field.tsx";
import type { PrivacyAnswer } from "./privacy-rules-form.tsx";

/** Leads to whoever has an email, also when they never bought or wrote. */
export function FindPersonForm({ answer }: { answer: Partial<PrivacyAnswer> | undefined }) {
  return (
    <section aria-labelledby="find-person" className="admin-card p-5 sm:p-7">
      <h2 id="find-person" className="display mb-3 text-xl">
        Somebody asks what you know of them
      </h2>
      <p className="mb-4 max-w-prose text-ink-2">
        Their page has all of it, a file to hand over, and the way to forget them.
      </p>
      <Form
        method="post"
        action={href("/admin/privacy")}
        noValidate
        preventScrollReset
        className="grid gap-4"
      >
        <Field
          name="email"
          type="email"
          label="Email address"
          autoComplete="off"
          className="max-w-md"
          defaultValue={answer?.emailError ? answer.email : ""}
          error={answer?.emailError}
        />
        <Button type="submit" name="intent" value="find" look="secondary" className="justify-self-start">
          Find
        </Button>
      </Form>
    </section>
  );
}
