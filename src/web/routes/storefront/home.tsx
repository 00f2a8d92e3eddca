import { loadHome } from "#server/catalog/load-home.ts";
import { shopOf } from "../../middleware/shop-context.ts";
import { JsonLd } from "../../page/json-ld.tsx";
import { cachedPage } from "../../page/page-headers.ts";
import { pageMeta } from "../../page/page-meta.ts";
import { useRootData } from "../../page/root-data.ts";
import { RecentlyViewed } from "../../storefront/catalog/recently-viewed.tsx";
import { HomeBlocks } from "../../storefront/home/home-blocks.tsx";
import { storeJsonLd } from "../../storefront/home/store-json-ld.ts";
import type { Route } from "./+types/home";

export const headers = cachedPage;

export async function loader({ context }: Route.LoaderArgs) {
  return loadHome(shopOf(context));
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const { title = "", description = "" } = loaderData?.seo ?? {};
  return pageMeta(matches, { previewTitle: title, description, path: "/" });
};

export default function Home({ loaderData: { blocks, home } }: Route.ComponentProps) {
  const { settings, brand, publicUrl } = useRootData();
  return (
    <>
      <JsonLd
        data={
          import.meta.env.SSR
            ? storeJsonLd(
                publicUrl,
                settings,
                brand.menu.socials.map(({ to }) => to),
              )
            : []
        }
      />
      <HomeBlocks blocks={blocks} home={home} />
      <RecentlyViewed />
    </>
  );
}
