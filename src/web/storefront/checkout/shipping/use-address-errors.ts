// What is wrong with the fields of the shipping form. A field is checked when it is left, never during typing; a fix removes
// its message.
import { type RefObject, useEffect, useState } from "react";
import {
  parseShippingInfo,
  type ShippingErrors,
  type ShippingField,
} from "#domain/postal-address/shipping-address.ts";
import { loadShippingDraft } from "../checkout-storage.ts";
import { shippingFields } from "./shipping-fields.ts";

/** `refused`: what the server refused. */
export function useAddressErrors(form: RefObject<HTMLFormElement | null>, refused: ShippingErrors) {
  const [errors, setErrors] = useState<ShippingErrors>(refused);
  const [wasRefused, setWasRefused] = useState(Object.keys(refused).length > 0);

  useEffect(() => {
    if (wasRefused) focusFirstInvalid(form.current);
  }, [wasRefused, form]);

  /** Messages go with what they are about, also with a change of another field: ZIP code and state must agree. */
  function recheck(field: ShippingField, onlyToClear: boolean) {
    const parsed = parseShippingInfo(valuesIn(form.current));
    const wrong: ShippingErrors = parsed.ok ? {} : parsed.errors;
    setErrors((known) => {
      const kept = Object.entries(known).filter(([name]) => wrong[name as ShippingField] !== undefined);
      return { ...Object.fromEntries(kept), ...(onlyToClear ? {} : { [field]: wrong[field] }) };
    });
  }

  function refuse(found: ShippingErrors) {
    setErrors(found);
    setWasRefused(true);
    requestAnimationFrame(() => focusFirstInvalid(form.current));
  }

  function accept() {
    setErrors({});
    setWasRefused(false);
  }

  return { errors, wasRefused, recheck, refuse, accept };
}

/** What is in the form; before there is one, what was typed last. */
export function valuesIn(form: HTMLFormElement | null): Record<ShippingField, string> {
  const values = loadShippingDraft();
  if (!form) return values;
  const data = new FormData(form);
  for (const { name } of shippingFields) values[name] = String(data.get(name) ?? "");
  return { ...values, country: "US" };
}

function focusFirstInvalid(form: HTMLFormElement | null) {
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
