import { href } from "react-router";
import { previewPath } from "#server/settings/brand/preview-link.ts";
import { adminMeta, BackLink, failedPage, PageTitle } from "../../admin/frame/admin-page.tsx";
import { adminOf } from "../../middleware/require-admin.ts";
import type { Route } from "./+types/store-preview";

const TITLE = "Preview";

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(matches, TITLE);

export async function loader({ context }: Route.LoaderArgs) {
  return { address: previewPath(adminOf(context).shop) };
}

/** The draft on the real pages, at the width of a phone and of a desktop. */
export default function StorePreview({ loaderData: { address } }: Route.ComponentProps) {
  return (
    <>
      <BackLink to={href("/admin/store")} label="Online store" />
      <PageTitle title={TITLE}>
        <a href={address} target="_blank" rel="noreferrer" className="button" data-look="secondary">
          Open in a new tab
        </a>
      </PageTitle>
      <div className="flex flex-wrap items-start gap-5">
        <iframe
          src={address}
          title="On a phone"
          className="h-[664px] w-[390px] max-w-full rounded-picture border border-line"
        />
        <section
          aria-label="Desktop preview"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls what the pointer scrolls
          tabIndex={0}
          className="h-[664px] w-[960px] max-w-full overflow-auto rounded-picture border border-line"
        >
          <iframe src={address} title="On a desktop" className="h-[900px] w-[1280px]" />
        </section>
      </div>
    </>
  );
}

export const ErrorBoundary = failedPage(TITLE, "Failed to load the preview");
