import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from "react";
import {
  parseShippingInfo,
  type ShippingErrors,
  type ShippingField,
} from "#domain/postal-address/shipping-address.ts";
import { usStates } from "#domain/postal-address/us-states.ts";
import { readEmail } from "#domain/text/typed/email.ts";
import { useRootData } from "../../../page/root-data.ts";
import { Button } from "../../../ui/form/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { SelectField } from "../../../ui/form/select-field.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import {
  loadShippingDraft,
  loadWish,
  saveShippingDraft,
  saveShippingInfo,
  saveWish,
} from "../checkout-storage.ts";
import { EmailSuggestion } from "./email-suggestion.tsx";
import { ErrorSummary } from "./error-summary.tsx";
import { shippingFields } from "./shipping-fields.ts";
import { useAfterPress } from "./use-after-press.ts";
import { useZipFill } from "./use-zip-fill.ts";

type ShippingFormProps = {
  pending: boolean;
  /** What the server refused, shown below the fields like the form's own messages. */
  refused: ShippingErrors;
  /** Called with each change of the state. */
  onState: (state: string) => void;
  onAccepted: () => void;
  /** The email that was most likely meant; null for none, and until its code is there. */
  emailHint: ((email: string) => string | null) | null;
};

const stateChoices = [
  { value: "", label: "Choose a state" },
  ...usStates.map(([value, label]) => ({ value, label })),
];

/** Where the keyboard does not cover half of the form, and the first field is ready to type in. */
const DESKTOP = "(min-width: 64rem) and (pointer: fine)";

/** Checks a field when it is left, never during typing; a fix removes its message. */
export function ShippingForm({ pending, refused, onState, onAccepted, emailHint }: ShippingFormProps) {
  const { reminds } = useRootData();
  const form = useRef<HTMLFormElement>(null);
  const [saved] = useState(loadShippingDraft);
  const [errors, setErrors] = useState<ShippingErrors>(refused);
  const [wasRefused, setWasRefused] = useState(Object.keys(refused).length > 0);
  const [meant, setMeant] = useState<string | null>(null);
  const afterPress = useAfterPress();

  useEffect(() => {
    if (wasRefused) focusFirstInvalid(form.current);
  }, [wasRefused]);

  useEffect(() => {
    const email = form.current?.querySelector<HTMLInputElement>("#email");
    const isFree = ["BODY", "MAIN"].includes(document.activeElement?.tagName ?? "");
    if (email?.value === "" && isFree && matchMedia(DESKTOP).matches) email.focus({ preventScroll: true });
  }, []);

  const zip = useZipFill(form, (field) => {
    const values = valuesOf(form.current);
    saveShippingDraft(values);
    if (field === "state") onState(values.state);
    recheck(field, true);
  });

  /** Messages go with what they are about, also with a change of another field: ZIP code and state must agree. */
  function recheck(field: ShippingField, onlyToClear: boolean) {
    const parsed = parseShippingInfo(valuesOf(form.current));
    const wrong: ShippingErrors = parsed.ok ? {} : parsed.errors;
    setErrors((known) => {
      const kept = Object.entries(known).filter(([name]) => wrong[name as ShippingField] !== undefined);
      return { ...Object.fromEntries(kept), ...(onlyToClear ? {} : { [field]: wrong[field] }) };
    });
  }

  function takeSuggestion(email: string) {
    const control = form.current?.querySelector<HTMLInputElement>("#email");
    if (!control) return;
    control.value = email;
    saveShippingDraft(valuesOf(form.current));
    setMeant(null);
    recheck("email", true);
    control.focus();
  }

  function leave(event: FocusEvent<HTMLFormElement>) {
    const field = fieldOf(event.target);
    if (!field) return;
    const values = valuesOf(form.current);
    if (field === "email") afterPress(() => setMeant(emailHint?.(readEmail(values.email)) ?? null));
    // A required field that was only passed through is not wrong yet; submitting marks it.
    if (values[field] !== "" || errors[field] !== undefined) afterPress(() => recheck(field, false));
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (pending) return;
    const parsed = parseShippingInfo(valuesOf(event.currentTarget));
    if (parsed.ok) {
      saveShippingInfo(parsed.value);
      saveWish(reminds ? { remind: new FormData(event.currentTarget).has("remind") } : null);
      setErrors({});
      setWasRefused(false);
      onAccepted();
      return;
    }
    setErrors(parsed.errors);
    setWasRefused(true);
    queueMicrotask(() => requestAnimationFrame(() => focusFirstInvalid(form.current)));
  }

  return (
    <form
      ref={form}
      noValidate
      onSubmit={submit}
      onBlur={leave}
      onInput={(event) => {
        const field = fieldOf(event.target);
        if (!field) return;
        // With each letter: a page that is reloaded or left has lost nothing.
        const values = valuesOf(form.current);
        saveShippingDraft(values);
        if (field === "state") onState(values.state);
        recheck(field, true);
        if (field === "email") setMeant(null);
        if (field === "postalCode") void zip.typed();
      }}
      aria-labelledby="shipping-heading"
    >
      {wasRefused && <ErrorSummary errors={errors} />}
      {/* Not disabled: what a disabled field has is not in the form, and would read as empty. */}
      <fieldset inert={pending} className="grid grid-cols-1 gap-x-4 gap-y-5 sm:grid-cols-6">
        <legend className="sr-only">Shipping Information</legend>
        {shippingFields.map(({ name, span = "sm:col-span-6", ...field }) => {
          const shared = {
            id: name,
            name,
            defaultValue: saved[name],
            error: errors[name],
            className: span,
            required: !field.optional,
          };
          return name === "state" ? (
            <SelectField
              key={name}
              {...shared}
              label="State"
              autoComplete={field.autoComplete}
              choices={stateChoices}
            />
          ) : name === "email" && meant !== null ? (
            <Field
              key={name}
              {...shared}
              {...field}
              hint={<EmailSuggestion meant={meant} onTake={() => takeSuggestion(meant)} />}
            />
          ) : (
            <Field key={name} {...shared} {...field} />
          );
        })}
        <p role="status" className="sr-only">
          {zip.told}
        </p>
        {reminds && (
          <label className="flex min-h-11 items-center gap-3 sm:col-span-6">
            <input type="checkbox" name="remind" defaultChecked={loadWish()?.remind} className="check" />
            Remind me once by email if I don’t finish
          </label>
        )}
        <p className="text-ink-2 sm:col-span-6">
          Country: <span className="font-semibold text-ink">United States</span>
        </p>
      </fieldset>
      <div className="mt-6 grid gap-3">
        <Button type="submit" size="large" pending={pending} className="w-full">
          {pending ? "Processing..." : "Continue to Payment"}
        </Button>
        <div className="min-h-6 text-center text-ink-2" role="status">
          {pending && <Spinner label="Processing your request..." />}
        </div>
      </div>
    </form>
  );
}

function valuesOf(form: HTMLFormElement | null): Record<ShippingField, string> {
  const values = loadShippingDraft();
  if (!form) return values;
  const data = new FormData(form);
  for (const { name } of shippingFields) values[name] = String(data.get(name) ?? "");
  return { ...values, country: "US" };
}

function fieldOf(target: EventTarget): ShippingField | null {
  const name = (target as HTMLInputElement).name;
  return shippingFields.some((field) => field.name === name) ? (name as ShippingField) : null;
}

function focusFirstInvalid(form: HTMLFormElement | null) {
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
