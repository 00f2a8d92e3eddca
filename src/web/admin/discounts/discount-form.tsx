import { useEffect, useRef, useState } from "react";
import { Form, useNavigation } from "react-router";
import type { DiscountField, DiscountForm as Fields } from "#domain/discount/discount-form.ts";
import { sameValues } from "#domain/text/same-values.ts";
import { useRootData } from "../../page/root-data.ts";
import { Button } from "../../ui/form/button.tsx";
import { Field, type FieldTexts } from "../../ui/form/field.tsx";
import { SelectField } from "../../ui/form/select-field.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { withTypedSince } from "../forms/typed-since.ts";
import { useUnsaved } from "../forms/unsaved.ts";
import { AnswerNote } from "../frame/answer-note.tsx";
import { type Choice, ChoiceList } from "./choice-list.tsx";
import type { DiscountAnswer } from "./discount-answer.ts";

type DiscountFormProps = {
  opened: Fields;
  /** 0: a new discount. */
  version: number;
  answer: DiscountAnswer | undefined;
  products: Choice[];
  /** There are more products than are listed. */
  isCut: boolean;
};

const kinds = [
  { value: "percent", label: "Percent off" },
  { value: "amount", label: "Amount off" },
  { value: "shipping", label: "Free shipping" },
];
const applies = [
  { value: "code", label: "With a code" },
  { value: "itself", label: "Automatically" },
];
const scopes = [
  { value: "all", label: "All products" },
  { value: "categories", label: "Chosen categories" },
  { value: "products", label: "Chosen products" },
];
const values = { percent: "Percent", amount: "Amount ($)", shipping: "" };

/** All that a discount has. What was typed survives a refusal. */
export function DiscountForm({ opened, version, answer, products, isCut }: DiscountFormProps) {
  const { form, setForm, isDirty, send } = useDiscountForm(opened, version, answer);
  const isSaving = useNavigation().state !== "idle";
  useUnsaved(isDirty, isSaving);
  const isLive = useHydrated();
  const { profile, categories } = useRootData();
  const { zoneName } = profile;
  const element = useRef<HTMLFormElement>(null);
  const errors = answer?.errors ?? {};
  useEffect(() => {
    if (answer?.form) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [answer]);
  const set = (change: Partial<Fields>) => setForm((was) => ({ ...was, ...change }));
  const text = (name: Exclude<DiscountField, "productIds" | "categories">, texts: FieldTexts) => ({
    ...texts,
    name,
    value: form[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) => set({ [name]: event.currentTarget.value }),
  });
  // Without scripts every field shows, since none can come and go.
  const shows = (isNeeded: boolean) => isNeeded || !isLive;
  return (
    <Form ref={element} method="post" preventScrollReset className="grid gap-6" noValidate onSubmit={send}>
      {answer && !isLive && <AnswerNote notice={answer.notice} />}
      <input type="hidden" name="version" value={version} />
      <fieldset className="admin-card grid items-start gap-5 p-5 sm:grid-cols-2 sm:p-7">
        <legend className="sr-only">Discount</legend>
        <SelectField {...text("applies", { label: "Applies" })} choices={applies} />
        {shows(form.applies === "code") && (
          <Field
            {...text("code", { label: "Code", hint: "Not case-sensitive." })}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
        )}
        {shows(form.applies === "itself") && (
          <Field {...text("name", { label: "Name", hint: "Shoppers see it next to their total." })} />
        )}
        <SelectField {...text("kind", { label: "Discount type" })} choices={kinds} />
        {shows(form.kind !== "shipping") && (
          <Field
            {...text("value", { label: values[form.kind] || "Percent or amount" })}
            inputMode="decimal"
          />
        )}
      </fieldset>
      <fieldset className="admin-card grid items-start gap-5 p-5 sm:grid-cols-2 sm:p-7">
        <legend className="sr-only">Dates and limits</legend>
        <Field {...text("startsAt", { label: `From (${zoneName})`, optional: true })} type="datetime-local" />
        <Field {...text("endsAt", { label: `To (${zoneName})`, optional: true })} type="datetime-local" />
        <Field {...text("usesMax", { label: "Total uses", optional: true })} inputMode="numeric" />
        <Field
          {...text("usesPerEmailMax", { label: "Uses per customer", optional: true })}
          inputMode="numeric"
        />
        <Field
          {...text("subtotalMin", {
            label: "Minimum subtotal ($)",
            optional: true,
          })}
          inputMode="decimal"
        />
        {shows(form.applies === "code") && (
          <Field
            {...text("forEmail", { label: "Only for this customer (email)", optional: true })}
            type="email"
            inputMode="email"
            autoComplete="off"
          />
        )}
      </fieldset>
      <fieldset className="admin-card grid gap-5 p-5 sm:p-7">
        <legend className="sr-only">Products</legend>
        <SelectField {...text("scope", { label: "Applies to" })} choices={scopes} className="sm:max-w-sm" />
        {shows(form.scope === "categories") && (
          <ChoiceList
            label="Categories"
            name="categories"
            choices={categories}
            chosen={form.categories}
            error={errors.categories}
            onChange={(chosen) => set({ categories: chosen })}
          />
        )}
        {shows(form.scope === "products") && (
          <ChoiceList
            label="Products"
            name="productIds"
            choices={products}
            chosen={form.productIds}
            error={errors.productIds}
            onChange={(chosen) => set({ productIds: chosen })}
          />
        )}
        {shows(form.scope === "products") && isCut && (
          <p className="text-sm text-ink-2">Not all products are listed. Choose a category for the others.</p>
        )}
      </fieldset>
      <div className="flex justify-end">
        <Button type="submit" name="intent" value="save" size="large" pending={isSaving}>
          {version === 0 ? "Create Discount" : "Save Discount"}
        </Button>
      </div>
    </Form>
  );
}

/**
 * What is typed. Of a discount that is loaded anew, because it was saved or switched, it takes what was not typed since; of one
 * that somebody else has saved, nothing.
 */
function useDiscountForm(opened: Fields, version: number, answer: DiscountAnswer | undefined) {
  const [form, setForm] = useState(answer?.form ?? opened);
  const [base, setBase] = useState({ opened, version });
  const [sent, setSent] = useState(form);
  if (version !== base.version) {
    setBase({ opened, version });
    const before = answer?.isSaved ? sent : base.opened;
    if (!answer?.form) setForm((typed) => withTypedSince(opened, before, typed));
  }
  return { form, setForm, isDirty: !sameValues(form, base.opened), send: () => setSent(form) };
}
