import type { ProductImage } from "#domain/product/image.ts";
import { PRODUCT_IMAGES_MAX, tooManyImages, uploadRefusal } from "#domain/product/image-upload.ts";
import type { Shop } from "../../core/shop.ts";
import { uploadImage } from "./upload-image.ts";

type PostedFile = { name: string; bytes: () => Promise<Uint8Array> };

/**
 * Stores pictures that came inside a form, behind the ones it already has. With a problem the ones that
 * could be stored are still in `images`, so they aren't uploaded twice.
 */
export async function storePostedImages(
  shop: Shop,
  files: PostedFile[],
  before: ProductImage[],
): Promise<{ images: ProductImage[]; problem: string | null }> {
  if (before.length + files.length > PRODUCT_IMAGES_MAX && files.length > 0) {
    return { images: before, problem: tooManyImages };
  }
  const images = [...before];
  const problems: string[] = [];
  for (const file of files) {
    const answer = await uploadImage(shop, await file.bytes());
    if (answer.ok) images.push({ url: answer.url, alt: "" });
    else problems.push(uploadRefusal(file.name, answer.reason));
  }
  return { images, problem: problems.join(", ") || null };
}
