import { imageAtWidth, type ProductImage } from "#domain/product/image.ts";
import { Field } from "../../ui/form/field.tsx";
import { CheckField } from "../forms/check-field.tsx";
import { FileField } from "../forms/file-field.tsx";
import type { FormState } from "../forms/use-owner-form.ts";

type PictureFieldProps = {
  form: FormState<"picture" | "removesPicture" | "alt">;
  hint: string;
  picture: ProductImage | null;
};

/** One picture with its description; it is stored with the form. */
export function PictureField({ form, hint, picture }: PictureFieldProps) {
  const { id, name, label, error } = form.field("picture");
  return (
    <div className="grid gap-4">
      {picture && (
        <div className="flex flex-wrap items-center gap-4">
          <img
            src={imageAtWidth(picture.url, 320)}
            alt=""
            width={96}
            height={96}
            className="size-24 rounded-field bg-sand object-cover"
          />
          <CheckField key={picture.url} {...form.check("removesPicture")} />
        </div>
      )}
      <FileField
        {...{ id, name, label, error }}
        hint={`${hint} JPG, PNG, GIF or WebP, at most 2MB.`}
        accept="image/jpeg,image/png,image/gif,image/webp"
        emptiedBy={picture?.url}
        optional
      />
      <Field
        {...form.field("alt")}
        hint="Read aloud to shoppers who can't see the picture."
        maxLength={250}
        autoComplete="off"
      />
    </div>
  );
}
