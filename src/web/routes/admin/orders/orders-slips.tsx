// The packing slips of chosen orders: one sheet each, on the screen and on paper.

import { href } from "react-router";
import { loadPackingSlips } from "#server/orders/list-orders.ts";
import { adminMeta, BackLink, failedPage, PageTitle } from "../../../admin/frame/admin-page.tsx";
import { Printer } from "../../../admin/icons.tsx";
import { slipsPath } from "../../../admin/orders/bulk/bulk-bar.tsx";
import { PackingSlip, type SlipPaper } from "../../../admin/orders/bulk/packing-slip.tsx";
import { NoneSelected } from "../../../admin/orders/list/no-orders.tsx";
import { ordersText } from "../../../admin/orders/order-texts.ts";
import { adminOf } from "../../../middleware/require-admin.ts";
import { useRootData } from "../../../page/root-data.ts";
import { Button, LinkButton } from "../../../ui/form/button.tsx";
import { useHydrated } from "../../../ui/use-hydrated.ts";
import { demandPassword } from "../ask-password.ts";
import type { Route } from "./+types/orders-slips";
import "../../../admin/orders/orders.css";

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(matches, "Packing slips");

/** More slips at once are a list of people's addresses, as the export is. */
const SLIPS_FREE_MAX = 10;

export async function loader({ url, context }: Route.LoaderArgs) {
  const { shop, isPasswordFresh } = adminOf(context);
  const ids = url.searchParams.getAll("id");
  if (ids.length > SLIPS_FREE_MAX) demandPassword({ isPasswordFresh }, url);
  const paper: SlipPaper = url.searchParams.get("paper") === "4x6" ? "4x6" : "letter";
  return { slips: await loadPackingSlips(shop, ids), paper };
}

export default function PackingSlipsPage({ loaderData }: Route.ComponentProps) {
  const { slips, paper } = loaderData;
  const { settings, brand } = useRootData();
  const sender = { ...settings.businessInfo, logoReplacesName: brand.logo?.replacesName ?? false };
  const [only] = slips;
  const back =
    slips.length === 1 && only ? href("/admin/orders/:id", { id: only.id }) : href("/admin/orders");
  return (
    <div className="packing-slips">
      <div className="print:hidden">
        <BackLink to={back} label={slips.length === 1 ? "Back to the order" : "All orders"} />
        <PageTitle title="Packing slips">{slips.length > 0 && <PrintButton />}</PageTitle>
        {slips.length > 0 && (
          <>
            <PaperTabs slips={slips} paper={paper} />
            <p className="mb-5 text-ink-2">{ordersText(slips.length)}, one sheet each.</p>
          </>
        )}
      </div>
      {slips.length === 0 ? (
        <div className="admin-card grid justify-items-start gap-4 p-6">
          <NoneSelected />
        </div>
      ) : (
        <div className="grid grid-cols-1 gap-5 print:block">
          {slips.map((slip) => (
            <PackingSlip key={slip.id} slip={slip} paper={paper} sender={sender} />
          ))}
        </div>
      )}
    </div>
  );
}

const papers: [SlipPaper, string][] = [
  ["letter", "Letter"],
  ["4x6", "4 × 6 in label"],
];

function PaperTabs({ slips, paper }: { slips: { id: string }[]; paper: SlipPaper }) {
  return (
    <nav aria-label="Paper" className="mb-4 flex flex-wrap gap-2">
      {papers.map(([value, label]) => (
        <LinkButton
          key={value}
          to={`${slipsPath(slips)}&paper=${value}`}
          look={value === paper ? "primary" : "secondary"}
          size="small"
          className="min-h-11"
          aria-current={value === paper ? "page" : undefined}
          replace
        >
          {label}
        </LinkButton>
      ))}
    </nav>
  );
}

/** Without scripts, the browser's own print command does the same. */
function PrintButton() {
  if (!useHydrated()) return null;
  return (
    <Button onClick={() => window.print()}>
      <Printer aria-hidden="true" className="size-4" />
      Print
    </Button>
  );
}

export const ErrorBoundary = failedPage("Packing slips", "Failed to load orders");
