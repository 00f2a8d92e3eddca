import { useRef, useState } from "react";
import { href } from "react-router";
import {
  PRODUCT_IMAGES_MAX,
  tooManyImages,
  type UploadAnswer,
  unexpectedUploadError,
  uploadRefusal,
  uploadSuccess,
} from "#domain/product/image-upload.ts";
import { toast } from "../../../../ui/toast/toast.ts";
import { sendImage } from "./send-image.ts";
import { shrinkPhoto } from "./shrink-photo.ts";

export type Upload = { key: number; name: string; preview: string; part: number };

/** Uploads chosen files one after the other; `onStored` receives the URL of each. */
export function useImageUploads(count: number, onStored: (url: string) => void) {
  const [uploads, setUploads] = useState<Upload[]>([]);
  const [problems, setProblems] = useState<string[]>([]);
  const lastKey = useRef(0);

  const start = async (files: File[]) => {
    if (files.length === 0) return;
    const room = PRODUCT_IMAGES_MAX - count - uploads.length;
    const said = files.length > room ? [tooManyImages] : [];
    const images = files.slice(0, Math.max(0, room)).filter((file) => {
      if (file.type.startsWith("image/")) return true;
      said.push(uploadRefusal(file.name, "not_an_image"));
      return false;
    });
    setProblems(said);
    const waiting = images.map((file) => {
      lastKey.current += 1;
      return { key: lastKey.current, file, preview: URL.createObjectURL(file) };
    });
    setUploads((before) => [
      ...before,
      ...waiting.map(({ key, file, preview }) => ({ key, name: file.name, preview, part: 0 })),
    ]);
    let stored = 0;
    for (const { key, file, preview } of waiting) {
      const refusal = await uploadOne(file, (part) =>
        setUploads((before) => before.map((upload) => (upload.key === key ? { ...upload, part } : upload))),
      );
      setUploads((before) => before.filter((upload) => upload.key !== key));
      URL.revokeObjectURL(preview);
      if (typeof refusal === "string") said.push(refusal);
      else {
        onStored(refusal.url);
        stored += 1;
      }
      setProblems([...said]);
    }
    // An error stays next to the pictures until the next try; only success is a toast.
    if (stored > 0) toast.success(uploadSuccess(stored));
  };

  return { uploads, problems, start };
}

/** The URL of the stored picture, or the reason why there is none. */
export async function uploadOne(
  file: File,
  onProgress: (part: number) => void,
): Promise<{ url: string } | string> {
  try {
    const small = await shrinkPhoto(file);
    if (!small) return uploadRefusal(file.name, "too_large");
    const answer = await sendImage<UploadAnswer>(href("/admin/products/images"), small, onProgress);
    return answer.ok ? { url: answer.url } : uploadRefusal(file.name, answer.reason);
  } catch {
    return unexpectedUploadError;
  }
}
