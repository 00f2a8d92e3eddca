import { CATEGORY_NAME_LENGTH_MAX, CATEGORY_TEXT_LENGTH_MAX } from "#domain/category/category.ts";
import { categoryForm } from "#domain/category/category-form.ts";
import type { FormValues } from "#domain/form/form-saved.ts";
import type { ProductImage } from "#domain/product/image.ts";
import { SLUG_LENGTH_MAX } from "#domain/redirects/slug.ts";
import { Button } from "../../../ui/form/button.tsx";
import { Field, TextAreaField } from "../../../ui/form/field.tsx";
import { CheckField } from "../../forms/check-field.tsx";
import type { FormAnswer } from "../../forms/form-outcome.ts";
import { OwnerForm } from "../../forms/owner-form.tsx";
import { useOwnerForm } from "../../forms/use-owner-form.ts";
import { PictureField } from "../picture-field.tsx";

type CategoryFormProps = {
  stored: FormValues;
  picture: ProductImage | null;
  answer: FormAnswer | undefined;
};

/** All that a category has. */
export function CategoryForm({ stored, picture, answer }: CategoryFormProps) {
  const form = useOwnerForm({ schema: categoryForm, intent: "save", stored, answer });
  return (
    <OwnerForm
      form={form}
      encType="multipart/form-data"
      aria-label="Category"
      className="admin-card grid max-w-3xl gap-5 p-5 sm:p-7"
    >
      <Field {...form.field("name")} maxLength={CATEGORY_NAME_LENGTH_MAX} autoComplete="off" />
      <Field
        {...form.field("slug")}
        hint="Leave blank to use the name."
        maxLength={SLUG_LENGTH_MAX}
        autoComplete="off"
        optional
      />
      <TextAreaField
        {...form.field("text")}
        hint="Shown above its products and in search results."
        maxLength={CATEGORY_TEXT_LENGTH_MAX}
        rows={2}
        optional
      />
      <PictureField form={form} hint="Shown on the home page instead of its products" picture={picture} />
      <Field
        {...form.field("googleCategory")}
        hint="Google's number, such as 173 for hats or 212 for shirts."
        maxLength={7}
        inputMode="numeric"
        autoComplete="off"
        optional
      />
      <CheckField
        {...form.check("isHidden")}
        hint="Removes it from the menu, home page, and filters. Its products stay for sale."
      />
      <div>
        <Button type="submit" pending={form.isSaving}>
          Save Category
        </Button>
      </div>
    </OwnerForm>
  );
}
