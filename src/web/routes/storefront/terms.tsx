import { legalDrafts } from "#domain/legal-drafts.ts";
import { readLegalText } from "#domain/legal-text.ts";
import { findLegalText } from "#server/settings/load-configuration.ts";
import { pageMeta } from "../../layout/page-meta.ts";
import { useRootData } from "../../layout/root-data.ts";
import { shopOf } from "../../middleware/shop-context.ts";
import { cachedPage } from "../../page-headers.ts";
import { legalFacts } from "../../pages/legal-facts.ts";
import { LegalPage } from "../../pages/legal-page.tsx";
import type { Route } from "./+types/terms";

export const headers = cachedPage;

export async function loader({ context }: Route.LoaderArgs) {
  const own = await findLegalText(shopOf(context), { page: "terms" });
  return { text: own ?? legalDrafts.terms };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "Terms",
    description: "Prices, payment, shipping and returns: the rules of buying from us.",
    path: "/terms",
  });

export default function Terms({ loaderData }: Route.ComponentProps) {
  const { settings } = useRootData();
  const document = readLegalText(loaderData.text, legalFacts(settings));
  return <LegalPage title="Terms" document={document} />;
}
