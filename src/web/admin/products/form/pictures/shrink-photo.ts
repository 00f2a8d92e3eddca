// A phone's photo is often larger than the limit, so the browser scales it down and turns it upright before
// sending it. The shop's largest picture is 1600 pixels wide, so shoppers lose nothing.
import { IMAGE_UPLOAD_BYTES_MAX } from "#domain/product/image-upload.ts";

const SIDE_MAX = 2_400;
const TRIES: [sidePx: number, quality: number][] = [
  [SIDE_MAX, 0.85],
  [2_000, 0.8],
  [1_600, 0.75],
  [1_200, 0.7],
];

/** Photos of phones in a format that the shop does not take, and few browsers draw. */
export function isHeic(file: Pick<File, "name" | "type">): boolean {
  return /hei[cf]/.test(file.type) || /\.hei[cf]$/i.test(file.name);
}

/** The file itself if it is within the limit, or a scaled copy; null when it can't be scaled. A HEIC photo is always redrawn. */
export async function shrinkPhoto(file: File): Promise<Blob | null> {
  if (file.size <= IMAGE_UPLOAD_BYTES_MAX && !isHeic(file)) return file;
  // Scaling would lose the animation of a GIF; the owner sees the limit instead.
  if (file.type === "image/gif" || file.type === "image/svg+xml") return null;
  let picture: ImageBitmap;
  try {
    picture = await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch {
    return null;
  }
  try {
    for (const [side, quality] of TRIES) {
      const blob = await draw(
        picture,
        side,
        file.type === "image/png" ? "image/webp" : "image/jpeg",
        quality,
      );
      if (blob && blob.size <= IMAGE_UPLOAD_BYTES_MAX) return blob;
    }
    return null;
  } finally {
    picture.close();
  }
}

/** WebP keeps a PNG's transparency; a browser that can't write it answers with a PNG, which may fit, too. */
function draw(picture: ImageBitmap, sidePx: number, type: string, quality: number): Promise<Blob | null> {
  const scale = Math.min(1, sidePx / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, type, quality));
}
