import { legalDrafts } from "#domain/legal-drafts.ts";
import { readLegalText } from "#domain/legal-text.ts";
import { findLegalText } from "#server/settings/load-configuration.ts";
import { pageMeta } from "../../layout/page-meta.ts";
import { useRootData } from "../../layout/root-data.ts";
import { shopOf } from "../../middleware/shop-context.ts";
import { cachedPage } from "../../page-headers.ts";
import { legalFacts } from "../../pages/legal-facts.ts";
import { LegalPage } from "../../pages/legal-page.tsx";
import type { Route } from "./+types/shipping";

export const headers = cachedPage;

export async function loader({ context }: Route.LoaderArgs) {
  const own = await findLegalText(shopOf(context), { page: "shipping" });
  return { text: own ?? legalDrafts.shipping };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "Shipping",
    description: "3-5 day shipping within the United States: costs, times and returns.",
    path: "/shipping",
  });

export default function Shipping({ loaderData }: Route.ComponentProps) {
  const { settings } = useRootData();
  const document = readLegalText(loaderData.text, legalFacts(settings));
  return <LegalPage title="Shipping" document={document} />;
}
