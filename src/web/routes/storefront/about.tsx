import { metaOf } from "../../layout/page-meta.ts";
import { useRootData } from "../../layout/root-data.ts";
import { cachedPage } from "../../page-headers.ts";
import { AboutPage } from "../../pages/about-page.tsx";

export const headers = cachedPage;

export const meta = metaOf({
  title: "About",
  description: "A pro shop of hats and shirts for golfers: quality, performance and community.",
  path: "/about",
});

export default function About() {
  const { settings } = useRootData();
  return <AboutPage storeName={settings.businessInfo.storeName} />;
}
