import { type FocusEvent, type FormEvent, type RefObject, useEffect, useRef } from "react";
import {
  parseShippingInfo,
  type ShippingErrors,
  type ShippingField,
} from "#domain/postal-address/shipping-address.ts";
import { useRootData } from "../../../page/root-data.ts";
import { Button } from "../../../ui/form/button.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { saveShippingDraft, saveShippingInfo, saveWish } from "../checkout-storage.ts";
import { AddressFieldset } from "./address-fieldset.tsx";
import { emailIn, useEmailSuggestion } from "./email-suggestion.tsx";
import { ErrorSummary } from "./error-summary.tsx";
import { shippingFields } from "./shipping-fields.ts";
import { useAddressErrors, valuesIn } from "./use-address-errors.ts";
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

/** Where the keyboard does not cover half of the form, and the first field is ready to type in. */
const DESKTOP = "(min-width: 64rem) and (pointer: fine)";

/** The address of a checkout. With each letter it is kept: a page that is reloaded or left has lost nothing. */
export function ShippingForm({ pending, refused, onState, onAccepted, emailHint }: ShippingFormProps) {
  const { reminds } = useRootData();
  const form = useRef<HTMLFormElement>(null);
  const { errors, wasRefused, recheck, refuse, accept } = useAddressErrors(form, refused);
  const email = useEmailSuggestion({ form, emailHint, onTaken: () => keep("email") });
  const afterPress = useAfterPress();
  useEmailInReach(form);
  const zip = useZipFill(form, keep);

  function keep(field: ShippingField) {
    const values = valuesIn(form.current);
    saveShippingDraft(values);
    if (field === "state") onState(values.state);
    recheck(field, true);
  }

  function typed(event: FormEvent<HTMLFormElement>) {
    const field = fieldOf(event.target);
    if (!field) return;
    keep(field);
    if (field === "email") email.drop();
    if (field === "postalCode") void zip.typed();
  }

  function leave(event: FocusEvent<HTMLFormElement>) {
    const field = fieldOf(event.target);
    if (!field) return;
    const values = valuesIn(form.current);
    if (field === "email") afterPress(() => email.suggest(values.email));
    // A required field that was only passed through is not wrong yet; submitting marks it.
    if (values[field] !== "" || errors[field] !== undefined) afterPress(() => recheck(field, false));
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (pending) return;
    const parsed = parseShippingInfo(valuesIn(event.currentTarget));
    if (!parsed.ok) return refuse(parsed.errors);
    saveShippingInfo(parsed.value);
    saveWish(reminds ? { remind: new FormData(event.currentTarget).has("remind") } : null);
    accept();
    onAccepted();
  }

  return (
    <form
      ref={form}
      noValidate
      onSubmit={submit}
      onBlur={leave}
      onInput={typed}
      aria-labelledby="shipping-heading"
    >
      {wasRefused && <ErrorSummary errors={errors} />}
      <AddressFieldset
        errors={errors}
        hints={{ email: email.suggestion }}
        told={zip.told}
        isInert={pending}
      />
      <ContinueButton pending={pending} />
    </form>
  );
}

function ContinueButton({ pending }: { pending: boolean }) {
  return (
    <div className="mt-6 grid gap-3">
      <Button type="submit" size="large" pending={pending} className="w-full">
        {pending ? "Processing..." : "Continue to Payment"}
      </Button>
      <div className="min-h-6 text-center text-ink-2" role="status">
        {pending && <Spinner label="Processing your request..." />}
      </div>
    </div>
  );
}

/** The first field has the focus where it costs no sight of the form, unless it is filled in or the shopper is elsewhere. */
function useEmailInReach(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const email = emailIn(form.current);
    const isFree = ["BODY", "MAIN"].includes(document.activeElement?.tagName ?? "");
    if (email?.value === "" && isFree && matchMedia(DESKTOP).matches) email.focus({ preventScroll: true });
  }, [form]);
}

function fieldOf(target: EventTarget): ShippingField | null {
  const name = (target as HTMLInputElement).name;
  return shippingFields.some((field) => field.name === name) ? (name as ShippingField) : null;
}
