import type { UploadAnswer } from "#domain/product/image-upload.ts";

const UPLOAD_TIMEOUT_MS = 120_000;

/**
 * Sends one file and tells how far it is, from 0 to 1. The old request object, because fetch does not say
 * how much of a body has left. A session that ended answers with the sign-in page in place of JSON.
 */
export function sendImage(
  address: string,
  file: Blob,
  onProgress: (part: number) => void,
): Promise<UploadAnswer> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("POST", address);
    request.setRequestHeader("Content-Type", "application/octet-stream");
    request.timeout = UPLOAD_TIMEOUT_MS;
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => resolve(answerOf(request));
    request.onerror = () => resolve({ ok: false, reason: "unreachable" });
    request.ontimeout = request.onerror;
    request.send(file);
  });
}

function answerOf(request: XMLHttpRequest): UploadAnswer {
  if (!request.getResponseHeader("Content-Type")?.startsWith("application/json")) {
    return { ok: false, reason: request.status < 400 ? "signed_out" : "unreachable" };
  }
  return JSON.parse(request.responseText) as UploadAnswer;
}
