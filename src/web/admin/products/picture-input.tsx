import type { ChangeEvent, ComponentProps } from "react";
import { pictureTypes } from "#domain/product/image-upload.ts";
import { shrinkPhoto } from "./form/pictures/shrink-photo.ts";

/** The file of a picture that its form brings along. A photo that is too large for it takes its place as a smaller copy. */
export function PictureInput(props: Omit<ComponentProps<"input">, "type" | "onChange">) {
  return (
    <input
      {...props}
      type="file"
      accept={pictureTypes.accept}
      className="input"
      onChange={(event) => void shrinkChosen(event)}
    />
  );
}

async function shrinkChosen({ currentTarget: field }: ChangeEvent<HTMLInputElement>) {
  const file = field.files?.[0];
  const small = file && (await shrinkPhoto(file));
  // The shop refuses what can't be made smaller.
  if (!small || small === file || field.files?.[0] !== file) return;
  const chosen = new DataTransfer();
  chosen.items.add(new File([small], file.name, { type: small.type }));
  field.files = chosen.files;
}
