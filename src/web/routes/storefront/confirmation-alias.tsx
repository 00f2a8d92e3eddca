import { redirect } from "react-router";
import type { Route } from "./+types/confirmation-alias";

/** The former URL of the confirmation page; the query is kept. */
export function loader({ request }: Route.LoaderArgs) {
  throw redirect(`/checkout/confirmation${new URL(request.url).search}`);
}
