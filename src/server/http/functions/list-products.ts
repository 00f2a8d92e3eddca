import * as z from "zod/mini";
import { LISTED_BY_ID_MAX, listByIds } from "../../catalog/list-by-ids.ts";
import { withBody } from "./with-body.ts";

const wanted = z.object({
  ids: z.array(z.string().check(z.maxLength(100))).check(z.maxLength(LISTED_BY_ID_MAX)),
});

export const listProducts = withBody(
  wanted,
  `Send ids, at most ${LISTED_BY_ID_MAX} ids of products.`,
  async (shop, c, { ids }) => c.json({ products: await listByIds(shop, ids) }),
);
