import type { Suggestions } from "#domain/product/options/spellings.ts";
import type { FormSection } from "#domain/product/product-attribute.ts";
import { type AttributeName, attributeNames, attributes } from "#domain/product/product-fields.ts";
import type { ProductErrors, ProductFields } from "#domain/product/product-form.ts";
import { useRootData } from "../../../page/root-data.ts";
import { Field, FieldFrame, TextAreaField } from "../../../ui/form/field.tsx";
import { Select } from "../../../ui/form/select.tsx";
import { SwatchField } from "./swatch-field.tsx";

export type FormPartProps = {
  fields: ProductFields;
  errors: ProductErrors;
  onChange: (change: Partial<ProductFields>) => void;
  /** What other products have, to be chosen again. */
  suggestions: Suggestions;
};

/** The inputs of one section of the form, from the table of attributes. */
export function AttributeFields({ section, ...form }: FormPartProps & { section: FormSection }) {
  const names = attributeNames.filter((name) => attributes[name].section === section);
  return names.map((name) => <AttributeField key={name} name={name} {...form} />);
}

function AttributeField({
  name,
  fields,
  errors,
  onChange,
  suggestions,
}: FormPartProps & { name: AttributeName }) {
  const { categories } = useRootData();
  const { label, title = label, hint, input } = attributes[name];
  const texts = { id: `product-${name}`, label: title, hint, error: errors[name] };
  const control = {
    name,
    value: fields[name],
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  };
  if (input.kind === "line") {
    const known = suggestions[name];
    const list = known && known.length > 0 ? `known-${name}` : undefined;
    return (
      <div>
        <Field {...texts} {...control} maxLength={input.lengthMax} autoComplete="off" list={list} />
        {list && (
          <datalist id={list}>
            {known?.map((text) => (
              <option key={text} value={text} />
            ))}
          </datalist>
        )}
      </div>
    );
  }
  if (input.kind === "money" || input.kind === "measure") {
    return <Field {...texts} {...control} inputMode="decimal" autoComplete="off" />;
  }
  if (input.kind === "moment") return <Field {...texts} {...control} type="datetime-local" />;
  if (input.kind === "swatch") {
    const { color } = fields;
    const set = (swatch: string) => onChange({ [name]: swatch });
    return <SwatchField {...texts} {...control} color={color} onChange={set} />;
  }
  if (input.kind === "text") {
    return <TextAreaField {...texts} {...control} rows={input.rows} maxLength={input.lengthMax} />;
  }
  const choices =
    input.kind === "category"
      ? categories.map(({ id, name: text }) => ({ value: id, label: text }))
      : Object.entries(input.labels).map(([value, text]) => ({ value, label: text }));
  return (
    <FieldFrame {...texts}>{(binding) => <Select {...binding} {...control} choices={choices} />}</FieldFrame>
  );
}
