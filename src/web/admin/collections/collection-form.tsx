import { useRef, useState } from "react";
import { collectionForm } from "#domain/collection/collection-form.ts";
import type { FormValues } from "#domain/form/form-saved.ts";
import { useRootData } from "../../page/root-data.ts";
import { Button } from "../../ui/form/button.tsx";
import { Field, TextAreaField } from "../../ui/form/field.tsx";
import { SelectField } from "../../ui/form/select-field.tsx";
import { type Choice, ChoiceList } from "../discounts/choice-list.tsx";
import { CheckField } from "../forms/check-field.tsx";
import type { FormAnswer } from "../forms/form-outcome.ts";
import { HiddenText } from "../forms/hidden-text.tsx";
import { OwnerForm } from "../forms/owner-form.tsx";
import { type FormState, useOwnerForm } from "../forms/use-owner-form.ts";
import { ChosenOrder } from "./chosen-order.tsx";

type CollectionFormProps = {
  action: string;
  stored: FormValues;
  answer: FormAnswer | undefined;
  /** What can be chosen by hand, and what is chosen. */
  products: Choice[];
  saveLabel: string;
};

type Form = FormState<keyof (typeof collectionForm)["shape"] & string>;

const ways = [
  { value: "rule", label: "By rule" },
  { value: "hand", label: "Chosen by hand" },
];
const feedLabels = [
  { value: "", label: "None" },
  ...[0, 1, 2, 3, 4].map((label) => ({ value: String(label), label: `custom_label_${label}` })),
];

/** All that a collection has but its picture. */
export function CollectionForm({ action, stored, answer, products, saveLabel }: CollectionFormProps) {
  const form = useOwnerForm({ schema: collectionForm, intent: "save", stored, answer });
  const { zoneName } = useRootData().profile;
  const isByHand = form.typed.way === "hand";
  return (
    <OwnerForm form={form} action={action} className="admin-card grid gap-5 p-5 sm:p-7">
      <div className="grid items-start gap-5 md:grid-cols-2">
        <Field {...form.field("name")} autoComplete="off" />
        <Field
          {...form.field("slug")}
          hint="The part after /collections/. Leave blank to use the name."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          optional
        />
      </div>
      <TextAreaField {...form.field("description")} rows={3} optional />
      <CheckField {...form.check("isOn")} />
      <div className="grid items-start gap-5 md:grid-cols-2">
        <Field {...form.field("startsAt")} label={`From (${zoneName})`} type="datetime-local" optional />
        <Field {...form.field("endsAt")} label={`Until (${zoneName})`} type="datetime-local" optional />
      </div>
      <SelectField {...form.field("way")} choices={ways} className="max-w-md" />
      <div hidden={!isByHand} className="grid gap-5">
        <ByHand form={form} products={products} />
      </div>
      <div hidden={isByHand} className="grid gap-5">
        <ByRule form={form} />
      </div>
      <SelectField
        {...form.field("feedLabel")}
        choices={feedLabels}
        hint="Lets Google Ads group these products under the collection's name."
        className="max-w-md"
      />
      <Button type="submit" pending={form.isSaving} className="justify-self-start">
        {saveLabel}
      </Button>
    </OwnerForm>
  );
}

function ByHand({ form, products }: { form: Form; products: Choice[] }) {
  const { name, defaultValue, error } = form.field("productIds");
  const [text, setText] = useState(defaultValue);
  const list = useRef<HTMLDivElement>(null);
  const chosen = text.split(",").filter(Boolean);
  const setChosen = (ids: string[]) => setText(ids.join());
  return (
    <>
      <HiddenText
        name={name}
        text={text}
        onText={setText}
        onFocus={() => list.current?.querySelector("input")?.focus()}
      />
      <ChosenOrder
        chosen={chosen}
        nameOf={(id) => products.find((product) => product.id === id)?.name ?? "A deleted product"}
        onChange={setChosen}
      />
      <div ref={list}>
        <ChoiceList label="Products" choices={products} chosen={chosen} error={error} onChange={setChosen} />
      </div>
    </>
  );
}

function ByRule({ form }: { form: Form }) {
  const { categories } = useRootData();
  return (
    <>
      <p className="max-w-prose text-ink-2">
        Products must match every field you fill in. In a field with several values, any one of them will do.
      </p>
      <ChoiceList {...form.choices("categories")} choices={categories} />
      <div className="grid items-start gap-5 md:grid-cols-3">
        <Field {...form.field("types")} placeholder="Rope cap, Visor" autoComplete="off" optional />
        <Field {...form.field("colors")} placeholder="Green, Bone" autoComplete="off" optional />
        <Field {...form.field("tags")} placeholder="gift, father's day" autoComplete="off" optional />
      </div>
      <div className="flex flex-wrap gap-x-8">
        <CheckField {...form.check("isOnSale")} />
        <CheckField {...form.check("isNew")} />
      </div>
    </>
  );
}
