import type { UploadRefusal } from "#domain/product/image-upload.ts";

const UPLOAD_TIMEOUT_MS = 120_000;

type NotSent = { ok: false; reason: Extract<UploadRefusal, "signed_out" | "unreachable"> };

/**
 * Sends one file and reports its progress, from 0 to 1. It uses XMLHttpRequest because fetch does not report
 * upload progress. After a session has ended, the answer is the sign-in page instead of JSON.
 */
export function sendImage<Answer>(
  address: string,
  file: Blob,
  onProgress: (part: number) => void,
): Promise<Answer | NotSent> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("POST", address);
    request.setRequestHeader("Content-Type", "application/octet-stream");
    request.timeout = UPLOAD_TIMEOUT_MS;
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => resolve(answerOf<Answer>(request));
    request.onerror = () => resolve({ ok: false, reason: "unreachable" });
    request.ontimeout = request.onerror;
    request.send(file);
  });
}

function answerOf<Answer>(request: XMLHttpRequest): Answer | NotSent {
  if (!request.getResponseHeader("Content-Type")?.startsWith("application/json")) {
    return { ok: false, reason: request.status < 400 ? "signed_out" : "unreachable" };
  }
  return JSON.parse(request.responseText) as Answer;
}
