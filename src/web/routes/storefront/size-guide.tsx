import { cachedPage } from "../../page/page-headers.ts";
import { metaOf } from "../../page/page-meta.ts";
import { SizeGuidePage } from "../../storefront/sizes/size-guide-page.tsx";

export const headers = cachedPage;

export const meta = metaOf({
  title: "Size guide",
  description: "Find your golf shirt or hat size: chest, waist, and head in inches and centimeters.",
  path: "/size-guide",
});

export default function SizeGuide() {
  return <SizeGuidePage />;
}
