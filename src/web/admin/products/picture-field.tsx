import { imageAtWidth, type ProductImage } from "#domain/product/image.ts";
import { pictureTypes } from "#domain/product/image-upload.ts";
import { Field, FieldFrame } from "../../ui/form/field.tsx";
import { CheckField } from "../forms/check-field.tsx";
import type { FormState } from "../forms/use-owner-form.ts";
import { PictureInput } from "./picture-input.tsx";

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
      <FieldFrame {...{ id, label, error }} hint={`${hint} (${pictureTypes.names})`} optional>
        {(binding) => (
          // Once it is stored, the field is empty.
          <PictureInput {...binding} key={picture?.url} name={name} />
        )}
      </FieldFrame>
      <Field {...form.field("alt")} maxLength={250} autoComplete="off" />
    </div>
  );
}
