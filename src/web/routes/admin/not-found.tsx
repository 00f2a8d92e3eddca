import { data } from "react-router";
import { adminMeta, failedPage } from "../../admin/frame/admin-page.tsx";
import { adminOf } from "../../middleware/require-admin.ts";
import type { Route } from "./+types/not-found";

const TITLE = "Page not found";

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(matches, TITLE);

/** Any address below /admin that no page has. */
export function loader({ context }: Route.LoaderArgs): never {
  adminOf(context);
  throw data(null, { status: 404 });
}

export default function NotFound() {
  return null;
}

export const ErrorBoundary = failedPage(TITLE, "");
