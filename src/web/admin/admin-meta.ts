import type { MetaDescriptor } from "react-router";
import { rootDataOf } from "../layout/root-data.ts";

/** The title of a page of the back office, which no search engine lists. */
export function adminMeta(matches: Parameters<typeof rootDataOf>[0], title: string): MetaDescriptor[] {
  const { storeName } = rootDataOf(matches).settings.businessInfo;
  return [{ title: `${title} · ${storeName}` }, { name: "robots", content: "noindex" }];
}
