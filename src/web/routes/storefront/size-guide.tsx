import { metaOf } from "../../layout/page-meta.ts";
import { cachedPage } from "../../page-headers.ts";
import { SizeGuidePage } from "../../sizes/size-guide-page.tsx";

export const headers = cachedPage;

export const meta = metaOf({
  title: "Size guide",
  description: "Which size of golf shirt or hat fits: chest, waist and head in inches and centimeters.",
  path: "/size-guide",
});

export default function SizeGuide() {
  return <SizeGuidePage />;
}
