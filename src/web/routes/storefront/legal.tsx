import { legalDrafts } from "#domain/settings/legal-drafts.ts";
import { legalFacts } from "#domain/settings/legal-facts.ts";
import { readLegalText } from "#domain/settings/legal-text.ts";
import { findLegalText } from "#server/settings/load-configuration.ts";
import { shopOf } from "../../middleware/shop-context.ts";
import { cachedPage } from "../../page/page-headers.ts";
import { pageMeta } from "../../page/page-meta.ts";
import { useRootData } from "../../page/root-data.ts";
import { LegalPage } from "../../storefront/pages/legal-page.tsx";
import type { Route } from "./+types/legal";

export const headers = cachedPage;

const privacy = {
  page: "privacy",
  title: "Privacy",
  description: "The data we keep when you order, pay, or contact us, and the data we don't.",
} as const;

const pages = [
  privacy,
  {
    page: "terms",
    title: "Terms",
    description: "Prices, payment, shipping, and returns: the terms for buying from us.",
  },
  {
    page: "shipping",
    title: "Shipping & returns",
    description: "Delivery times and shipping costs within the United States, and how to return an order.",
  },
] as const;

/** The route table has one path for each of these pages and no other. */
const pageAt = (path: string) => pages.find(({ page }) => path.startsWith(`/${page}`)) ?? privacy;

/** The owner's own text, or else the draft. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { page } = pageAt(url.pathname);
  return { text: (await findLegalText(shopOf(context), { page })) ?? legalDrafts[page] };
}

export const meta: Route.MetaFunction = ({ matches, location }) => {
  const { page, title, description } = pageAt(location.pathname);
  return pageMeta(matches, { title, description, path: `/${page}` });
};

export default function Legal({ loaderData, matches }: Route.ComponentProps) {
  const { settings } = useRootData();
  const { title } = pageAt(matches.at(-1)?.pathname ?? "");
  return <LegalPage title={title} document={readLegalText(loaderData.text, legalFacts(settings))} />;
}
