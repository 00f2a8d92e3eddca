import { legalDrafts } from "#domain/legal-drafts.ts";
import { readLegalText } from "#domain/legal-text.ts";
import { findLegalText } from "#server/settings/load-configuration.ts";
import { pageMeta } from "../../layout/page-meta.ts";
import { useRootData } from "../../layout/root-data.ts";
import { shopOf } from "../../middleware/shop-context.ts";
import { cachedPage } from "../../page-headers.ts";
import { legalFacts } from "../../pages/legal-facts.ts";
import { LegalPage } from "../../pages/legal-page.tsx";
import type { Route } from "./+types/privacy";

export const headers = cachedPage;

export async function loader({ context }: Route.LoaderArgs) {
  const own = await findLegalText(shopOf(context), { page: "privacy" });
  return { text: own ?? legalDrafts.privacy };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "Privacy",
    description: "What we store when you order, pay or write to us, and what we don't.",
    path: "/privacy",
  });

export default function Privacy({ loaderData }: Route.ComponentProps) {
  const { settings } = useRootData();
  const document = readLegalText(loaderData.text, legalFacts(settings));
  return <LegalPage title="Privacy" document={document} />;
}
