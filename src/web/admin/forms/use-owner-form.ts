// A form of the back office: a schema, what is stored, and the answer to its last save. Its fields belong to the browser, so
// what is typed before scripts arrive stays; conform shows what is wrong with them.
import { type DefaultValue, type FormMetadata, useForm } from "@conform-to/react";
import { getZodConstraint } from "@conform-to/zod/v4";
import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import { useNavigation } from "react-router";
import { type FormSchema, labelOf } from "#domain/form/form-fields.ts";
import type { FormValues } from "#domain/form/form-saved.ts";
import { failure } from "../frame/notices.ts";
import { showNotice } from "../frame/tell-answer.ts";
import { useAnswerToast } from "../frame/use-notice-toasts.ts";
import { type FormAnswer, NOT_SAVED, parseForm, reasonsOf } from "./form-answer.ts";
import { isSameForm, valuesIn, withTypedSince } from "./form-values.ts";
import { useUnsaved } from "./unsaved.ts";

type Metadata = FormMetadata<Record<string, unknown>>;
type Values = NonNullable<DefaultValue<Record<string, unknown>>>;

type OwnerFormOptions<Schema extends FormSchema> = {
  schema: Schema;
  intent: string;
  /** What is stored, by the names of the fields. */
  stored: FormValues;
  /** The last answer of the page, to whichever of its forms. */
  answer: FormAnswer | undefined;
  /** Tells the forms of a page that have the same intent apart. */
  id?: string;
  /** The title of a refusal that the browser finds. */
  refused?: string;
};

export type FormState<Name extends string = string> = {
  schema: FormSchema;
  intent: string;
  element: RefObject<HTMLFormElement | null>;
  /** For lists of fields, and for what depends on a value. */
  form: Metadata;
  fields: ReturnType<Metadata["getFieldset"]>;
  /** What it was opened with. */
  base: FormValues;
  isDirty: boolean;
  isSaving: boolean;
  refusal: FormAnswer | undefined;
  /** The props of a field, its label and what is wrong with it among them. */
  field: (name: Name) => FieldProps;
  /** Those of a check box. */
  check: (name: Name) => { id: string; name: string; label: string; defaultChecked: boolean };
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** Something may have been typed. */
  look: () => void;
  /** Shows what is stored, as if nothing had been typed. */
  discard: () => void;
};

type FieldProps = {
  id: string;
  name: string;
  label: string;
  defaultValue: string;
  error: string | undefined;
  maxLength: number | undefined;
  required: boolean | undefined;
};

export function useOwnerForm<Schema extends FormSchema>(
  options: OwnerFormOptions<Schema>,
): FormState<keyof Schema["shape"] & string> {
  const { schema, intent, stored, answer, id = intent, refused = NOT_SAVED } = options;
  const own = answer?.intent === intent ? answer : undefined;
  const refusal = own?.notice.tone === "error" ? own : undefined;
  const element = useRef<HTMLFormElement>(null);
  const isSaving = useNavigation().formData?.get("intent") === intent;
  const [form] = useForm<Record<string, unknown>>({
    id: `form-${id}`,
    defaultValue: stored as Values,
    lastResult: refusal?.result,
    constraint: getZodConstraint(schema),
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseForm(formData, schema),
  });
  const fields = form.getFieldset();
  const { base, isDirty, look } = useBase({ form, element, schema, stored, own });
  useAnswerToast(own);
  useUnsaved(isDirty, isSaving);
  const at = (name: string) => fields[name] as NonNullable<(typeof fields)[string]>;
  return {
    ...{ schema, intent, element, form, fields, base, isDirty, isSaving, refusal, look },
    field: (name) => {
      const { id, initialValue, errors, maxLength, required } = at(name);
      const defaultValue = typeof initialValue === "string" ? initialValue : "";
      return {
        ...{ id, name, defaultValue, maxLength, required },
        label: labelOf(schema, name),
        error: errors?.[0],
      };
    },
    check: (name) => {
      const { id, initialValue } = at(name);
      return { id, name, label: labelOf(schema, name), defaultChecked: initialValue === "on" };
    },
    onSubmit: (event) => {
      form.onSubmit(event);
      const { submitter } = event.nativeEvent as SubmitEvent;
      if (!event.defaultPrevented || submitter?.getAttribute("name") === "__intent__") return;
      const result = parseForm(new FormData(event.currentTarget), schema).reply();
      showNotice(failure(refused, reasonsOf(result)));
    },
    discard: () => form.update({ value: stored as Values, validated: false }),
  };
}

type Opened = {
  form: Metadata;
  element: RefObject<HTMLFormElement | null>;
  schema: FormSchema;
  stored: FormValues;
  own: FormAnswer | undefined;
};

/**
 * What the form was opened with, and whether something else is in it. An answer says what is stored since; what another form
 * of the page has changed is shown while nothing is typed.
 */
function useBase({ form, element, schema, stored, own }: Opened) {
  const [base, setBase] = useState(own?.now ?? stored);
  const [isDirty, setDirty] = useState(false);
  const typed = () => (element.current ? valuesIn(new FormData(element.current)) : base);
  const look = () => setDirty(!isSameForm(typed(), base, Object.keys(schema.shape)));
  const show = (values: FormValues) => form.update({ value: values as Values, validated: false });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per answer; each answer is a new object.
  useEffect(() => {
    if (!own?.now) return;
    setBase(own.now);
    if (own.notice.tone === "success") show(withTypedSince(own.now, own.result.initialValue ?? {}, typed()));
  }, [own]);
  const loaded = JSON.stringify(stored);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per page that was loaded.
  useEffect(() => {
    if (isDirty || isSameForm(base, stored, Object.keys(stored))) return;
    setBase(stored);
    show(stored);
  }, [loaded]);
  useEffect(look);
  // biome-ignore lint/correctness/useExhaustiveDependencies: conform hears of what was typed before scripts arrived.
  useEffect(() => {
    element.current?.querySelector("[name]")?.dispatchEvent(new Event("input", { bubbles: true }));
  }, []);
  return { base, isDirty, look };
}
