import { data, href } from "react-router";
import { NOT_FOUND_KEY } from "#server/http/pages/page-path.ts";
import { shopOf } from "../../middleware/shop-context.ts";
import { cachedPage } from "../../page/page-headers.ts";
import { metaOf } from "../../page/page-meta.ts";
import { useRootData } from "../../page/root-data.ts";
import { FlagGlyph } from "../../ui/flag-glyph.tsx";
import { LinkButton } from "../../ui/form/button.tsx";
import type { Route } from "./+types/not-found";
import { leadToMoved } from "./links/lead-to-moved.ts";

export const headers = cachedPage;

export async function loader({ context, url }: Route.LoaderArgs) {
  if (url.pathname !== NOT_FOUND_KEY) await leadToMoved(shopOf(context), url.pathname);
  return data(null, { status: 404 });
}

export const meta = metaOf({
  title: "Page not found",
  description: "This page does not exist.",
  path: "/",
  noindex: true,
});

export default function NotFound() {
  const { notFound } = useRootData().brand.words;
  return (
    <div className="wrap grid min-h-[60dvh] content-center justify-items-center gap-5 py-16 text-center">
      <FlagGlyph className="size-20" />
      <p className="eyebrow text-flag">{notFound ? `404 · ${notFound}` : "404"}</p>
      <h1 className="display max-w-[22ch] text-title">Oops! We can't find the page you're looking for.</h1>
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        <LinkButton to={href("/")} size="large">
          Return to Homepage
        </LinkButton>
        <LinkButton to={href("/shop")} look="secondary" size="large">
          Browse the shop
        </LinkButton>
      </div>
    </div>
  );
}
