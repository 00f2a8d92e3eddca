import { redirect } from "react-router";
import type { Route } from "./+types/confirmation-alias";

/** The former address of the confirmation page; its query goes along. */
export function loader({ request }: Route.LoaderArgs) {
  throw redirect(`/checkout/confirmation${new URL(request.url).search}`);
}
