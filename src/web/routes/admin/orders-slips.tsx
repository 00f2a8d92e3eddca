// The packing slips of chosen orders: a sheet each, on the screen as on paper.
import { ArrowLeft, Printer } from "lucide-react";
import { href, Link } from "react-router";
import { loadPackingSlips } from "#server/orders/load-packing-slips.ts";
import { ordersText } from "../../admin/bulk-orders.ts";
import { LoadFailure } from "../../admin/load-failure.tsx";
import { PackingSlip } from "../../admin/packing-slip.tsx";
import { PageTitle } from "../../admin/page-title.tsx";
import { pageMeta } from "../../layout/page-meta.ts";
import { useRootData } from "../../layout/root-data.ts";
import { adminOf } from "../../middleware/require-admin.ts";
import { shopOf } from "../../middleware/shop-context.ts";
import { privatePage } from "../../page-headers.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import type { Route } from "./+types/orders-slips";
import "../../admin/orders.css";

export const headers = privatePage;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "Packing slips",
    description: "What lies in the parcels.",
    path: "/admin/orders/slips",
    noindex: true,
  });

export async function loader({ url, context }: Route.LoaderArgs) {
  adminOf(context);
  return { slips: await loadPackingSlips(shopOf(context), url.searchParams.getAll("id")) };
}

export default function PackingSlipsPage({ loaderData }: Route.ComponentProps) {
  const { slips } = loaderData;
  const { settings } = useRootData();
  const [only] = slips;
  const back =
    slips.length === 1 && only ? href("/admin/orders/:id", { id: only.id }) : href("/admin/orders");
  return (
    <div className="packing-slips">
      <div className="print:hidden">
        <Link to={back} className="mb-3 inline-flex min-h-11 items-center gap-2 font-semibold">
          <ArrowLeft aria-hidden="true" className="size-4" />
          <span className="text-link">{slips.length === 1 ? "Back to the order" : "All orders"}</span>
        </Link>
        <PageTitle title="Packing slips">{slips.length > 0 && <PrintButton />}</PageTitle>
        {slips.length > 0 && <p className="mb-5 text-ink-2">{ordersText(slips.length)}, one sheet each.</p>}
      </div>
      {slips.length === 0 ? (
        <div className="admin-card grid justify-items-start gap-4 p-6">
          <p>No order was selected. Tick the boxes in front of the orders first.</p>
          <LinkButton to={href("/admin/orders")}>Back to Orders</LinkButton>
        </div>
      ) : (
        <div className="grid gap-5 print:block">
          {slips.map((slip) => (
            <PackingSlip key={slip.id} slip={slip} sender={settings.businessInfo} />
          ))}
        </div>
      )}
    </div>
  );
}

/** Without scripts the browser's own print command does the same. */
function PrintButton() {
  if (!useHydrated()) return null;
  return (
    <Button onClick={() => window.print()}>
      <Printer aria-hidden="true" className="size-4" />
      Print
    </Button>
  );
}

export function ErrorBoundary() {
  return (
    <>
      <PageTitle title="Packing slips" />
      <LoadFailure message="Failed to load orders" />
    </>
  );
}
