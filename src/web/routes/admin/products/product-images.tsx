// Receives one picture per request as raw bytes: behind the guard of the back office, and never more bytes than a
// picture may have; reading stops at that limit.
import {
  IMAGE_UPLOAD_BYTES_MAX,
  type UploadAnswer,
  type UploadRefusal,
} from "#domain/product/image-upload.ts";
import { uploadImage } from "#server/files/pictures/upload-image.ts";
import type { PostRule } from "#server/http/door/post-rule.ts";
import { readBytes } from "#server/http/request-body.ts";
import { adminOf } from "../../../middleware/require-admin.ts";
import { privatePage } from "../../../page/page-headers.ts";
import { orLogged } from "../admin-action.ts";
import type { Route } from "./+types/product-images";

const statuses: Record<UploadRefusal, number> = {
  not_an_image: 415,
  too_large: 413,
  too_many_pixels: 422,
  corrupt: 422,
  signed_out: 401,
  unreachable: 500,
};

/** Pictures are only received here. */
export function loader({ context }: Route.LoaderArgs) {
  adminOf(context);
  return new Response("Not found", { status: 404, headers: privatePage() });
}

/** Any type: what a file is, its bytes tell. */
const takes: PostRule = { bytesMax: IMAGE_UPLOAD_BYTES_MAX, types: null };

export const action = Object.assign(receive, { takes });

async function receive({ request, context }: Route.ActionArgs) {
  const { shop } = adminOf(context);
  const bytes = await readBytes(request, IMAGE_UPLOAD_BYTES_MAX);
  if (!bytes) return answer({ ok: false, reason: "too_large" });
  const stored = await orLogged(shop, "products.upload_failed", uploadImage(shop, bytes));
  return answer(stored ?? { ok: false, reason: "unreachable" });
}

function answer(body: UploadAnswer, status = body.ok ? 200 : statuses[body.reason]): Response {
  return Response.json(body, { status, headers: privatePage() });
}
