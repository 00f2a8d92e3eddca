import { cachedPage } from "../../page/page-headers.ts";
import { metaOf } from "../../page/page-meta.ts";
import { useRootData } from "../../page/root-data.ts";
import { AboutPage } from "../../storefront/pages/about-page.tsx";

export const headers = cachedPage;

export const meta = metaOf({
  title: "About",
  description: "A pro shop for golf hats and shirts: quality, performance, and community.",
  path: "/about",
});

export default function About() {
  const { settings, businessDays } = useRootData();
  return <AboutPage storeName={settings.businessInfo.storeName} businessDays={businessDays} />;
}
