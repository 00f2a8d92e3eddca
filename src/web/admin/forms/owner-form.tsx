import { type ComponentProps, useEffect } from "react";
import type { Form } from "react-router";
import { TriangleAlert } from "../../ui/icons.tsx";
import { bringBack } from "../frame/failures/returned-form.ts";
import { differencesOf } from "./form-outcome.ts";
import type { FormState } from "./use-owner-form.ts";

type OwnerFormProps = Omit<ComponentProps<typeof Form>, "form"> & { form: FormState<never> };

/** The form element of `useOwnerForm`, with what it was opened with, and why it was refused. */
export function OwnerForm({ form, children, ...props }: OwnerFormProps) {
  const Element = form.as;
  // A form in a dialog comes later than its page.
  useEffect(bringBack, []);
  return (
    <Element
      ref={form.element}
      id={form.form.id}
      method="post"
      noValidate
      preventScrollReset
      data-kit
      onSubmit={form.onSubmit}
      onInput={() => {
        form.look();
        // What a field changes in others is drawn after the event.
        setTimeout(form.look);
      }}
      onClick={() => setTimeout(form.look)}
      {...props}
    >
      <input type="hidden" name="intent" value={form.intent} />
      <input type="hidden" name="base" value={JSON.stringify(form.base)} />
      <FormRefusal form={form} />
      {children}
    </Element>
  );
}

/** Why a whole form was refused. What is wrong with a field stands at the field. */
function FormRefusal({ form: { refusal, form, schema } }: { form: FormState<never> }) {
  const { now, result } = refusal ?? {};
  const changed = now ? result?.error?.[""] : null;
  const reasons = changed ?? form.errors;
  const differences = now && result && changed ? differencesOf(schema, now, result) : [];
  return (
    <div role="alert" className="empty:hidden">
      {reasons && (
        <div className="grid gap-2 rounded-field bg-warn-tint p-4">
          <p className="flex gap-2.5 font-semibold">
            <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 flex-none text-warn" />
            {reasons.join(" ")}
          </p>
          {differences.length > 0 && (
            <ul className="grid list-disc gap-1.5 pl-5">
              {differences.map(({ label, saved, typed }) => (
                <li key={label} className="wrap-anywhere whitespace-pre-line">
                  <strong>{label}</strong>: saved is “{saved}”, you have “{typed}”.
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </div>
  );
}
