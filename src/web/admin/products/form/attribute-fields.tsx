import type { Suggestions } from "#domain/product/options/spellings.ts";
import type { FormSection } from "#domain/product/product-attribute.ts";
import { type AttributeName, attributeNames, attributes } from "#domain/product/product-fields.ts";
import type { ProductFields } from "#domain/product/product-form.ts";
import { useRootData } from "../../../page/root-data.ts";
import { Field, TextAreaField } from "../../../ui/form/field.tsx";
import { SelectField } from "../../../ui/form/select-field.tsx";
import type { FormState } from "../../forms/use-owner-form.ts";
import { SwatchField } from "./swatch-field.tsx";

export type ProductFormState = FormState<keyof ProductFields>;

export type FormPartProps = {
  form: ProductFormState;
  /** What is typed. */
  fields: ProductFields;
  /** What other products have, to be chosen again. */
  suggestions: Suggestions;
};

/** The inputs of one section of the form, from the table of attributes. */
export function AttributeFields({ section, ...part }: FormPartProps & { section: FormSection }) {
  const names = attributeNames.filter((name) => attributes[name].section === section);
  return names.map((name) => <AttributeField key={name} name={name} {...part} />);
}

function AttributeField({ name, form, fields, suggestions }: FormPartProps & { name: AttributeName }) {
  const { categories } = useRootData();
  const { hint, input } = attributes[name];
  const field = { ...form.field(name), hint };
  switch (input.kind) {
    case "line":
      return <LineField {...field} lengthMax={input.lengthMax} known={suggestions[name] ?? []} />;
    case "text":
      return <TextAreaField {...field} rows={input.rows} maxLength={input.lengthMax} />;
    case "money":
    case "measure":
      return <Field {...field} inputMode="decimal" autoComplete="off" />;
    case "moment":
      return <Field {...field} type="datetime-local" />;
    case "swatch":
      return (
        <SwatchField
          {...field}
          color={fields.color}
          typed={fields.swatch}
          onChoose={(value) => form.form.update({ name, value })}
        />
      );
    case "category":
      return (
        <SelectField {...field} choices={categories.map(({ id, name: label }) => ({ value: id, label }))} />
      );
    default:
      return (
        <SelectField
          {...field}
          choices={Object.entries(input.labels).map(([value, label]) => ({ value, label }))}
        />
      );
  }
}

type LineFieldProps = ReturnType<ProductFormState["field"]> & {
  hint: string | undefined;
  lengthMax: number;
  known: string[];
};

/** A line of text with what other products have there. */
function LineField({ lengthMax, known, ...field }: LineFieldProps) {
  const list = known.length > 0 ? `known-${field.name}` : undefined;
  return (
    <div>
      <Field {...field} maxLength={lengthMax} autoComplete="off" list={list} />
      {list && (
        <datalist id={list}>
          {known.map((text) => (
            <option key={text} value={text} />
          ))}
        </datalist>
      )}
    </div>
  );
}
