// Receives one photo per request as raw bytes, for a draft: its address says the file's name, which draft it belongs to,
// and where among its pictures. Behind the guard of the back office, and never more bytes than a picture may have.
import { FILE_NAME_LENGTH_MAX } from "#domain/product/drafts/photo-names.ts";
import { IMAGE_UPLOAD_BYTES_MAX, PRODUCT_IMAGES_MAX } from "#domain/product/image-upload.ts";
import { oneLine } from "#domain/text/one-line.ts";
import type { PostRule } from "#server/http/door/post-rule.ts";
import { readBytes } from "#server/http/request-body.ts";
import { addPhoto, type PhotoAnswer } from "#server/products/drafts/add-photo.ts";
import { adminOf } from "../../../middleware/require-admin.ts";
import { privatePage } from "../../../page/page-headers.ts";
import { orLogged } from "../admin-action.ts";
import type { Route } from "./+types/product-photos";

/** Photos are only received here. */
export function loader({ context }: Route.LoaderArgs) {
  adminOf(context);
  return new Response("Not found", { status: 404, headers: privatePage() });
}

/** Any type: what a file is, its bytes tell. */
const takes: PostRule = { bytesMax: IMAGE_UPLOAD_BYTES_MAX, types: null };

export const action = Object.assign(receive, { takes });

async function receive({ request, url, context }: Route.ActionArgs) {
  const { shop, email: actor } = adminOf(context);
  const bytes = await readBytes(request, IMAGE_UPLOAD_BYTES_MAX);
  if (!bytes) return answer({ ok: false, reason: "too_large" });
  const { searchParams } = url;
  const place = Number(searchParams.get("place"));
  const adding = addPhoto(shop, {
    bytes,
    actor,
    fileName: oneLine(searchParams.get("name"), FILE_NAME_LENGTH_MAX),
    draftId: searchParams.get("draft") ?? "",
    place: Number.isInteger(place) && place >= 0 ? Math.min(place, PRODUCT_IMAGES_MAX) : PRODUCT_IMAGES_MAX,
  });
  return answer(
    (await orLogged(shop, "products.upload_failed", adding)) ?? { ok: false, reason: "unreachable" },
  );
}

const statuses = { unreachable: 500, too_large: 413, not_an_image: 415 } as Record<string, number>;

function answer(body: PhotoAnswer): Response {
  const status = body.ok ? 200 : (statuses[body.reason] ?? 422);
  return Response.json(body, { status, headers: privatePage() });
}
