import { imageAtWidth, type ProductImage } from "#domain/product/image.ts";
import { Field, FieldFrame } from "../../ui/form/field.tsx";

type PictureFieldProps = {
  label: string;
  hint: string;
  picture: ProductImage | null;
  /** What describes it, as typed. */
  alt: string;
  errors: { picture?: string | undefined; alt?: string | undefined };
};

/** One picture with its description; it is stored with the form. */
export function PictureField({ label, hint, picture, alt, errors }: PictureFieldProps) {
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
          <label className="flex min-h-11 items-center gap-2.5 font-medium">
            <input type="checkbox" name="removesPicture" className="check" />
            Remove this picture
          </label>
        </div>
      )}
      <FieldFrame
        label={label}
        hint={`${hint} JPG, PNG, GIF or WebP, at most 2MB.`}
        error={errors.picture}
        optional
      >
        {(binding) => (
          <input
            {...binding}
            type="file"
            name="picture"
            accept="image/jpeg,image/png,image/gif,image/webp"
            className="input"
          />
        )}
      </FieldFrame>
      <Field
        name="alt"
        label="Picture description"
        hint="Read aloud to shoppers who can't see the picture."
        defaultValue={alt}
        maxLength={250}
        error={errors.alt}
        autoComplete="off"
      />
    </div>
  );
}
