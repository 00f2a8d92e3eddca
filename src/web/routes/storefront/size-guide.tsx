import { pageMeta } from "../../layout/page-meta.ts";
import { cachedPage } from "../../page-headers.ts";
import { SizeGuidePage } from "../../sizes/size-guide-page.tsx";
import type { Route } from "./+types/size-guide";

export const headers = cachedPage;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "Size guide",
    description: "Which size of golf shirt or hat fits: chest, waist and head in inches and centimeters.",
    path: "/size-guide",
  });

export default function SizeGuide() {
  return <SizeGuidePage />;
}
