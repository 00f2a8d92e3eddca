// A form of the back office: a schema, what is stored, and the answer to its last save. Its fields belong to the browser, so
// what is typed before scripts arrive stays; conform shows what is wrong with them.
import { type DefaultValue, type FormMetadata, useForm } from "@conform-to/react";
import { getZodConstraint } from "@conform-to/zod/v4";
import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import { type FetcherWithComponents, Form, useNavigation } from "react-router";
import { type FormSchema, labelOf, textsIn } from "#domain/form/form-fields.ts";
import type { FormValues } from "#domain/form/form-saved.ts";
import { sameValues } from "#domain/text/same-values.ts";
import { failure } from "../frame/notices.ts";
import { showNotice } from "../frame/show-notice.ts";
import { useAnswerToast } from "../frame/use-notice-toasts.ts";
import { type FormAnswer, parseForm, reasonsOf } from "./form-outcome.ts";
import { isSame, isSameForm, keysOf, valueAt, valuesOf, withTypedSince } from "./form-values.ts";
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
  /** Sends it without leaving the page, where several forms may be under way at one time. */
  fetcher?: Pick<FetcherWithComponents<unknown>, "Form" | "formData"> | undefined;
  /** Asks before the page is left with something typed; not where that is quickly typed again. */
  isGuarded?: boolean;
  /**
   * The title of the message about wrong fields; without one they speak for themselves, and the first has the focus. null: the
   * page itself says all that is refused, in words that stay.
   */
  refused?: string | null;
  /** Hears which fields are wrong after each save that was refused. */
  onRefused?: (names: string[]) => void;
};

export type FormState<Name extends string = string> = {
  schema: FormSchema;
  intent: string;
  /** The form element that sends it. */
  as: FetcherWithComponents<unknown>["Form"];
  element: RefObject<HTMLFormElement | null>;
  /** For lists of fields, and for what depends on a value. */
  form: Metadata;
  fields: ReturnType<Metadata["getFieldset"]>;
  /** What it was opened with. */
  base: FormValues;
  /** What is in it. */
  typed: FormValues;
  isOn: (name: Name) => boolean;
  isDirty: boolean;
  isSaving: boolean;
  refusal: FormAnswer | undefined;
  /** The props of a field, its label and what is wrong with it among them. */
  field: (name: Name) => FieldProps;
  /** Those of a check box. */
  check: (name: Name) => { id: string; name: string; label: string; defaultChecked: boolean };
  /** Those of a field within a field, such as `sizes[0].count`; its label stands in the page. */
  at: (path: string) => Pick<FieldProps, "id" | "name" | "defaultValue" | "error">;
  /** Those of a field of a row, such as the first one's count. */
  row: (list: Name, index: number, name: string) => ReturnType<FormState["at"]>;
  /** Those of a list of check boxes. */
  choices: (name: Name) => {
    name: string;
    label: string;
    defaultChosen: string[];
    chosen: string[];
    error: string | undefined;
  };
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
  const { schema, intent, stored, answer, id = intent, refused, onRefused } = options;
  const { fetcher, isGuarded = true } = options;
  const own = answer?.intent === intent ? answer : undefined;
  const refusal = own?.notice.tone === "error" ? own : undefined;
  const element = useRef<HTMLFormElement>(null);
  const navigation = useNavigation();
  const isSaving = (fetcher ?? navigation).formData?.get("intent") === intent;
  const [form] = useForm<Record<string, unknown>>({
    id: `form-${id}`,
    defaultValue: stored as Values,
    lastResult: refusal?.result,
    constraint: getZodConstraint(schema),
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseForm(formData, schema),
  });
  const fields = form.getFieldset();
  const { base, typed, isDirty, look, show } = useTyped({ form, element, schema, stored, own });
  useAnswerToast(refused === null && refusal ? undefined : own);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per answer; each answer is a new object.
  useEffect(() => {
    if (refusal?.result.error) onRefused?.(Object.keys(refusal.result.error));
  }, [refusal]);
  useUnsaved(isGuarded && isDirty, isSaving);
  return {
    ...{ schema, intent, element, form, fields, base, typed, isDirty, isSaving, refusal, look },
    as: fetcher?.Form ?? Form,
    ...fieldPropsOf({ form, schema, stored, typed, refusal }),
    isOn: (name) => typed[name] === true || typed[name] === "on",
    onSubmit: (event) => {
      form.onSubmit(event);
      const { submitter } = event.nativeEvent as SubmitEvent;
      if (!event.defaultPrevented || submitter?.getAttribute("name") === "__intent__") return;
      const result = parseForm(new FormData(event.currentTarget), schema).reply();
      if (refused) showNotice(failure(refused, reasonsOf(result)));
      onRefused?.(Object.keys(result.error ?? {}));
    },
    discard: () => show(base),
  };
}

type Shown = Pick<FormState, "form" | "schema" | "typed" | "refusal"> & { stored: FormValues };
type FieldPropsOf = Pick<FormState, "at" | "field" | "check" | "row" | "choices">;

function fieldPropsOf({ form, schema, stored, typed, refusal }: Shown): FieldPropsOf {
  const fields = form.getFieldset();
  const metaOf = (name: string) => fields[name] as NonNullable<(typeof fields)[string]>;
  /** What the server alone knows is wrong stays in sight until its field is changed, whatever is typed in others. */
  const errorAt = (path: string) => {
    const { error, initialValue } = refusal?.result ?? {};
    const isAsSent = isSame(valueAt(typed, path), valueAt(initialValue, path));
    return form.allErrors[path]?.[0] ?? (isAsSent ? error?.[path]?.[0] : undefined);
  };
  const at = (path: string) => {
    const row = path.replace(/[.[][^.[]*$/, "");
    // A row that has joined since the form was opened is as the page has loaded it.
    const isNew = valueAt(form.initialValue, row) === undefined;
    const value = valueAt(isNew ? stored : form.initialValue, path);
    const defaultValue = typeof value === "string" ? value : "";
    return { id: `${form.id}-${path}`, name: path, defaultValue, error: errorAt(path) };
  };
  return {
    at,
    field: (name) => {
      const { id, initialValue, maxLength, required } = metaOf(name);
      const defaultValue = typeof initialValue === "string" ? initialValue : "";
      return {
        ...{ id, name, defaultValue, maxLength, required },
        label: labelOf(schema, name),
        error: errorAt(name),
      };
    },
    check: (name) => {
      const { id, initialValue } = metaOf(name);
      return { id, name, label: labelOf(schema, name), defaultChecked: initialValue === "on" };
    },
    row: (list, index, name) => at(`${list}[${index}].${name}`),
    choices: (name) => {
      const [defaultChosen, chosen] = [textsIn(metaOf(name).initialValue), textsIn(typed[name])];
      return { name, label: labelOf(schema, name), defaultChosen, chosen, error: errorAt(name) };
    },
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
 * What the form was opened with, and what is in it. An answer says what is stored since; what another form of the page has
 * changed is shown while nothing is typed.
 */
function useTyped({ form, element, schema, stored, own }: Opened) {
  const [opened, setOpened] = useState({ ...stored, ...own?.now });
  // Rows may have joined a list since.
  const base = { ...stored, ...opened };
  const [typed, setTyped] = useState<FormValues>(own?.result.initialValue ?? stored);
  const isDirty = !isSameForm(typed, base, Object.keys(schema.shape));
  const now = () => (element.current ? valuesOf(element.current) : typed);
  const look = () => {
    const values = now();
    if (!sameValues(values, typed)) setTyped(values);
  };
  // A form in a dialog is gone once it is saved.
  const update = (values: FormValues) =>
    element.current && form.update({ value: values as Values, validated: false });
  const show = (values: FormValues) => {
    update(values);
    // The rows that a field brings are there once it is filled in.
    setTimeout(() => isSameForm(now(), values, Object.keys(values)) || update(values));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per answer; each answer is a new object.
  useEffect(() => {
    if (!own?.now) return;
    const next = { ...stored, ...own.now };
    setOpened(next);
    const { initialValue: sent, error } = own.result;
    if (!error) return show(sent ? withTypedSince(next, sent, now()) : next);
    // What is refused stays as it is typed; what was saved anyway shows what is stored.
    const refused = new Set(Object.keys(error).map((path) => keysOf(path)[0] ?? ""));
    const saved = Object.entries(own.now).filter(([name]) => !refused.has("") && !refused.has(name));
    if (saved.length === 0) return;
    const values = Object.entries(now()).filter(([name]) => name in schema.shape);
    show({
      ...Object.fromEntries(values),
      ...withTypedSince(Object.fromEntries(saved), sent ?? {}, now()),
    });
  }, [own]);
  const loaded = JSON.stringify(stored);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per page that was loaded.
  useEffect(() => {
    if (isDirty || isSameForm(base, stored, Object.keys(stored))) return;
    setOpened(stored);
    show(stored);
  }, [loaded]);
  // Also what was typed before scripts arrived, or was brought back.
  useEffect(look);
  return { base, typed, isDirty, look, show };
}
