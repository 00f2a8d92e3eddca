import type { Context } from "hono";
import type * as z from "zod/mini";
import type { Shop } from "../../core/shop.ts";
import { readJson, refuse } from "../responses.ts";

export type ShopFunction = (shop: Shop, c: Context) => Promise<Response>;

/** A function that takes JSON of any shape. */
export function withJson(
  handle: (shop: Shop, c: Context, body: unknown) => Promise<Response> | Response,
): ShopFunction {
  return async (shop, c) => {
    const body = await readJson(c);
    return body.ok ? handle(shop, c, body.value) : body.response;
  };
}

/** A function that takes what `schema` describes. Anything else gets `wanted` as the refusal's words. */
export function withBody<Schema extends z.ZodMiniType>(
  schema: Schema,
  wanted: string,
  handle: (shop: Shop, c: Context, body: z.output<Schema>) => Promise<Response>,
): ShopFunction {
  return withJson((shop, c, body) => {
    const parsed = schema.safeParse(body);
    return parsed.success ? handle(shop, c, parsed.data) : refuse(c, 400, "malformed", wanted);
  });
}
