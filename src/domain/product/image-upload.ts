// What may be uploaded as a product's picture, and the messages for what may not. The browser applies the rules
// before it sends anything, and the server again to what it receives.

export const PRODUCT_IMAGES_MAX = 4;

/** '2MB each', as the upload area says. */
export const IMAGE_UPLOAD_BYTES_MAX = 2 * 1024 * 1024;

/** What the shop can read, for a file field and in words; the server decides by the content. */
export const pictureTypes = {
  accept: "image/jpeg,image/png,image/gif,image/webp",
  names: "JPG, PNG, GIF, or WebP",
} as const;

export const imageUploadHint = "Support JPG, PNG, GIF (Max 4 images, 2MB each)";
export const imageShrinkHint = "Larger JPG and PNG files are made smaller first.";
export const tooManyImages = "You can only upload a maximum of 4 images per product";
export const unexpectedUploadError = "An unexpected error occurred during upload";

export type UploadRefusal =
  | "not_an_image"
  | "too_large"
  | "too_many_pixels"
  | "corrupt"
  | "signed_out"
  | "unreachable";

const reasons: Record<Exclude<UploadRefusal, "not_an_image" | "too_large">, string> = {
  too_many_pixels: "the picture has more than 25 megapixels",
  corrupt: "the file is damaged",
  signed_out: "you are signed out. Sign in again in another tab, then try again",
  unreachable: "the shop did not answer",
};

/** Why one file was refused, with its name. */
export function uploadRefusal(fileName: string, reason: UploadRefusal): string {
  if (reason === "not_an_image") return `${fileName} is not an image file`;
  if (reason === "too_large") return `${fileName} exceeds the 2MB file size limit`;
  return `Failed to upload ${fileName}: ${reasons[reason]}`;
}

export function uploadSuccess(count: number): string {
  return `Successfully uploaded ${count} image(s)`;
}

/** The server's answer to one uploaded file. */
export type UploadAnswer = { ok: true; url: string } | { ok: false; reason: UploadRefusal };
