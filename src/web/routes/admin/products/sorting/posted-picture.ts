// Forms that bring one picture with them.
import type { PictureChange } from "#server/files/pictures/only-picture.ts";
import { IMAGE_BYTES_MAX } from "#server/files/pictures/picture-sizes.ts";
import { answerUnread } from "../../../../admin/forms/form-outcome.ts";
import { failure } from "../../../../admin/frame/notices.ts";

/** How much is read: a picture and the form around it. */
export const pictureFormLimit = {
  bytesMax: IMAGE_BYTES_MAX + 256 * 1024,
  tooLarge: () => answerUnread("save", failure("The picture is larger than 2MB")),
};

/** The picture that a form brings, or that it takes away. */
export async function pictureIn(form: FormData): Promise<PictureChange> {
  const file = form.get("picture");
  if (file instanceof File && file.size > 0) return new Uint8Array(await file.arrayBuffer());
  return form.get("removesPicture") === "on" ? "removed" : null;
}
