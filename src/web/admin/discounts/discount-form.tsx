import type { DiscountForm as Fields } from "#domain/discount/discount-form.ts";
import { CHOOSE_COLLECTION, discountForm } from "#domain/discount/discount-form.ts";
import { useRootData } from "../../page/root-data.ts";
import { Field } from "../../ui/form/field.tsx";
import { SelectField } from "../../ui/form/select-field.tsx";
import type { FormAnswer } from "../forms/form-outcome.ts";
import { OwnerForm } from "../forms/owner-form.tsx";
import { SaveBar } from "../forms/save-bar.tsx";
import { type FormState, useOwnerForm } from "../forms/use-owner-form.ts";
import { type Choice, ChoiceList } from "./choice-list.tsx";

type DiscountFormProps = {
  opened: Fields;
  isNew?: boolean;
  answer: FormAnswer | undefined;
  products: Choice[];
  collections: Choice[];
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
  { value: "collection", label: "A collection" },
  { value: "products", label: "Chosen products" },
];

/** All that a discount has. What does not apply is hidden, and stays as it is. */
export function DiscountForm({
  opened,
  isNew = false,
  answer,
  products,
  collections,
  isCut,
}: DiscountFormProps) {
  const { zoneName, timeZone } = useRootData().profile;
  const schema = discountForm(timeZone);
  const form = useOwnerForm({ schema, intent: "save", stored: opened, answer });
  const { field, typed } = form;
  const isCode = typed.applies !== "itself";
  const isShipping = typed.kind === "shipping";
  return (
    <OwnerForm form={form} className="grid gap-6">
      <fieldset className="admin-card grid items-start gap-5 p-5 sm:grid-cols-2 sm:p-7">
        <legend className="sr-only">Discount</legend>
        <SelectField {...field("applies")} choices={applies} />
        <div hidden={!isCode}>
          <Field
            {...field("code")}
            hint="Not case-sensitive."
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
        </div>
        <div hidden={isCode}>
          <Field {...field("name")} hint="Shoppers see it next to their total." />
        </div>
        <SelectField {...field("kind")} choices={kinds} />
        <div hidden={isShipping}>
          <Field
            {...field("value")}
            label={typed.kind === "amount" ? "Amount ($)" : "Percent"}
            inputMode="decimal"
          />
        </div>
      </fieldset>
      <fieldset className="admin-card grid items-start gap-5 p-5 sm:grid-cols-2 sm:p-7">
        <legend className="sr-only">Dates and limits</legend>
        <Field {...field("startsAt")} label={`From (${zoneName})`} type="datetime-local" optional />
        <Field {...field("endsAt")} label={`To (${zoneName})`} type="datetime-local" optional />
        <Field {...field("usesMax")} inputMode="numeric" optional />
        <Field {...field("usesPerEmailMax")} inputMode="numeric" optional />
        <Field {...field("subtotalMin")} inputMode="decimal" optional />
        <div hidden={!isCode}>
          <Field {...field("forEmail")} type="email" inputMode="email" autoComplete="off" optional />
        </div>
      </fieldset>
      <ProductFields {...{ opened, form, products, collections, isCut }} />
      <SaveBar form={form} label={isNew ? "Create Discount" : "Save Discount"} />
    </OwnerForm>
  );
}

type ProductFieldsProps = Pick<DiscountFormProps, "opened" | "products" | "collections" | "isCut"> & {
  form: FormState<"scope" | "categories" | "collectionId" | "productIds">;
};

/** What it is for. */
function ProductFields({ opened, form, products, collections, isCut }: ProductFieldsProps) {
  const { categories } = useRootData();
  const { field, typed } = form;
  const isDeleted = opened.collectionId !== "" && !collections.some(({ id }) => id === opened.collectionId);
  return (
    <fieldset className="admin-card grid gap-5 p-5 sm:p-7">
      <legend className="sr-only">Products</legend>
      <SelectField {...field("scope")} choices={scopes} className="sm:max-w-sm" />
      <div hidden={typed.scope !== "categories"}>
        <ChoiceList {...form.choices("categories")} choices={categories} />
      </div>
      <div hidden={typed.scope !== "collection"}>
        <SelectField
          {...field("collectionId")}
          choices={[
            { value: "", label: CHOOSE_COLLECTION },
            ...collections.map(({ id, name }) => ({ value: id, label: name })),
            ...(isDeleted ? [{ value: opened.collectionId, label: "A deleted collection" }] : []),
          ]}
          className="sm:max-w-sm"
        />
      </div>
      <div hidden={typed.scope !== "products"}>
        <ChoiceList {...form.choices("productIds")} choices={products} />
        {isCut && (
          <p className="mt-5 text-sm text-ink-2">
            Not all products are listed. Choose a category for the others.
          </p>
        )}
      </div>
    </fieldset>
  );
}
