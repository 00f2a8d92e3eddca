import { useEffect, useRef } from "react";
import { Form, useNavigation } from "react-router";
import { CATEGORY_NAME_LENGTH_MAX, CATEGORY_TEXT_LENGTH_MAX } from "#domain/category/category.ts";
import type { CategoryForm as Fields } from "#domain/category/category-form.ts";
import type { ProductImage } from "#domain/product/image.ts";
import { SLUG_LENGTH_MAX } from "#domain/redirects/slug.ts";
import { Button } from "../../../ui/form/button.tsx";
import { Field, TextAreaField } from "../../../ui/form/field.tsx";
import { useHydrated } from "../../../ui/use-hydrated.ts";
import { AnswerNote } from "../../frame/answer-note.tsx";
import { PictureField } from "../picture-field.tsx";
import type { CategoryAnswer } from "./category-answer.ts";

type CategoryFormProps = {
  opened: Fields;
  /** 0: a new one. */
  version: number;
  picture: ProductImage | null;
  answer: CategoryAnswer | undefined;
};

/** All that a category has. What was typed survives a refusal. */
export function CategoryForm({ opened, version, picture, answer }: CategoryFormProps) {
  const element = useRef<HTMLFormElement>(null);
  const isSaving = useNavigation().formData?.get("intent") === "save";
  const isLive = useHydrated();
  const form = answer?.form ?? opened;
  const errors = answer?.errors ?? {};
  useEffect(() => {
    if (answer?.form) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [answer]);
  return (
    <Form
      ref={element}
      method="post"
      encType="multipart/form-data"
      noValidate
      aria-label="Category"
      className="admin-card grid max-w-3xl gap-5 p-5 sm:p-7"
    >
      {answer && !isLive && <AnswerNote notice={answer.notice} />}
      <input type="hidden" name="version" value={answer?.version ?? version} />
      <Field
        name="name"
        label="Name"
        defaultValue={form.name}
        maxLength={CATEGORY_NAME_LENGTH_MAX}
        error={errors.name}
        autoComplete="off"
      />
      <Field
        name="slug"
        label="Address"
        hint="After /shop?category= in links. Leave blank to take it from the name. Former addresses keep working."
        defaultValue={form.slug}
        maxLength={SLUG_LENGTH_MAX}
        error={errors.slug}
        autoComplete="off"
        optional
      />
      <TextAreaField
        name="text"
        label="Text"
        hint="Above the list of its products, and in search results."
        defaultValue={form.text}
        maxLength={CATEGORY_TEXT_LENGTH_MAX}
        rows={2}
        error={errors.text}
        optional
      />
      <PictureField
        label="Picture"
        hint="On its door of the home page. Without one, its products are shown."
        picture={picture}
        alt={form.alt}
        errors={errors}
      />
      <Field
        name="googleCategory"
        label="Google product category"
        hint="A number of Google's product taxonomy: 169 belts, 173 hats, 212 shirts, 3032 handbags. Leave blank to let Google decide."
        defaultValue={form.googleCategory}
        maxLength={7}
        inputMode="numeric"
        error={errors.googleCategory}
        autoComplete="off"
        optional
      />
      <label className="flex min-h-11 items-start gap-3">
        <span className="flex h-6 items-center">
          <input type="checkbox" name="isHidden" defaultChecked={form.isHidden} className="check" />
        </span>
        <span>
          <span className="font-semibold">Hide this category</span>
          <span className="block text-sm text-ink-2">
            It leaves the menu, the home page and the filters. Its products stay for sale.
          </span>
        </span>
      </label>
      <div>
        <Button type="submit" name="intent" value="save" pending={isSaving}>
          Save Category
        </Button>
      </div>
    </Form>
  );
}
