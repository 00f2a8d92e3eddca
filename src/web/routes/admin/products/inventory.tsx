import { data, href, type ShouldRevalidateFunctionArgs } from "react-router";
import {
  type InventorySearch,
  inventorySearchText,
  inventoryTabLabels,
  inventoryTabs,
  parseInventorySearch,
  SALES_DAYS,
} from "#domain/inventory/inventory.ts";
import { lowLevelForm } from "#domain/inventory/low-level-form.ts";
import { parseStockChanges } from "#domain/product/stock-edit.ts";
import { unreachable } from "#domain/text/unreachable.ts";
import { countOption } from "#server/products/inventory/count-option.ts";
import { listInventory } from "#server/products/inventory/list-inventory.ts";
import { saveLowLevel } from "#server/products/inventory/save-low-level.ts";
import { answerForm, formAnswerIn } from "../../../admin/forms/form-outcome.ts";
import { adminMeta, failedPage, PageTitle } from "../../../admin/frame/admin-page.tsx";
import { LinkTabs } from "../../../admin/frame/link-tabs.tsx";
import { success } from "../../../admin/frame/notices.ts";
import { PackagePlus } from "../../../admin/icons.tsx";
import { InventoryTable } from "../../../admin/inventory/inventory-table.tsx";
import { LowLevelForm } from "../../../admin/inventory/low-level-form.tsx";
import type { CountAnswer } from "../../../admin/inventory/on-hand-field.tsx";
import { OrderBar } from "../../../admin/inventory/order-bar.tsx";
import { NoMatch } from "../../../admin/lists/empty-list.tsx";
import { ListPager } from "../../../admin/lists/list-pager.tsx";
import { SearchForm } from "../../../admin/lists/search-form.tsx";
import { adminOf } from "../../../middleware/require-admin.ts";
import { LinkButton } from "../../../ui/form/button.tsx";
import { type Asked, adminAction, orLogged } from "../admin-action.ts";
import type { Route } from "./+types/inventory";
import "../../../admin/products/products.css";

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(matches, "Inventory");

export async function loader({ url, context }: Route.LoaderArgs) {
  const search = parseInventorySearch(url.searchParams);
  return { search, ...(await listInventory(adminOf(context).shop, search)) };
}

/** What is on hand of one size, and the level at which all are low. */
export const action = adminAction("stock", { stock: countOne, "low-level": changeLevel });

async function countOne({ shop, actor, text }: Asked) {
  const [productId, variation] = [text("id"), text("variation")];
  const [typed, opened] = [text("onHand"), text("was")];
  const parsed = parseStockChanges([{ variation, onHand: typed }], [{ variation, onHand: opened }]);
  if (!parsed.ok) return data<CountAnswer>(refusedCount(parsed.message), { status: 422 });
  const was = Number(opened);
  const change = parsed.changes[0] ?? { variation, was, onHand: was };
  const counting = countOption(shop, { id: productId, change, actor });
  const result = await orLogged(shop, "products.change_failed", counting);
  if (!result) return data<CountAnswer>(refusedCount(NOT_SENT), { status: 500 });
  if (!result.ok) return data<CountAnswer>(refusedCount(result.message, result.now), { status: 409 });
  return data<CountAnswer>({ error: null, now: result.now });
}

const NOT_SENT = "Not saved. Press Enter to try again";

async function changeLevel({ shop, form, actor, fields, text }: Asked) {
  const saved = await saveLowLevel(shop, { actor, fields });
  return answerForm(form, lowLevelForm, saved, {
    saved: success("Level saved", `A size is low at ${text("level").trim()} or fewer.`),
    refused: "Level not saved",
  });
}

function refusedCount(message: string, now: CountAnswer["now"] = null): CountAnswer {
  return { error: `${message}.`, now };
}

/** A count that could not be sent stays in its field. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData();
  if (form.get("intent") !== "stock") return serverAction();
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response) throw error;
    return refusedCount(NOT_SENT);
  }
}

/** A line that was counted stays where it is: the owner is on the way to the next one. */
export const shouldRevalidate = (asked: ShouldRevalidateFunctionArgs) =>
  asked.formData?.get("intent") !== "stock" && asked.defaultShouldRevalidate;

export default function InventoryPage({ loaderData, actionData }: Route.ComponentProps) {
  const { search, lines, next, lowLevel, lowCount } = loaderData;
  const path = href("/admin/inventory");
  const pathOf = (after: typeof next) => `${path}${inventorySearchText({ ...search, after })}`;
  const weeks = search.tab === "order" ? search.weeks : null;
  return (
    <>
      <PageTitle title="Inventory">
        <LinkButton to={href("/admin/inventory/receive")}>
          <PackagePlus aria-hidden="true" className="size-4" />
          Receive a Delivery
        </LinkButton>
      </PageTitle>
      <SearchForm
        action={path}
        query={search.query}
        what="sizes"
        by="by product or SKU"
        keeps={{ show: search.tab === "all" ? null : search.tab }}
        className="mb-4"
      />
      <p className="mb-4 max-w-prose text-ink-2">
        Products closest to selling out are on top. Type a new count or +12; it saves when you leave the
        field.
      </p>
      <div className="mb-5">
        <LinkTabs
          label="Inventory"
          className="tab-row"
          tabs={inventoryTabs.map((tab) => ({
            to: `${path}${inventorySearchText({ ...search, tab, after: null })}`,
            label: tab === "low" ? `${inventoryTabLabels.low} (${lowCount})` : inventoryTabLabels[tab],
            isHere: search.tab === tab,
          }))}
        />
      </div>
      {weeks !== null && <OrderBar weeks={weeks} query={search.query} />}
      {lines.length === 0 ? (
        <NoSizes search={search} lowLevel={lowLevel} lowCount={lowCount} />
      ) : (
        <InventoryTable key={pathOf(search.after)} lines={lines} lowLevel={lowLevel} weeks={weeks} />
      )}
      <ListPager
        label="Pages of the inventory"
        first={search.after && { label: "First page", to: pathOf(null) }}
        next={next && { label: "Next page", to: pathOf(next) }}
      />
      <LowLevelForm level={lowLevel} answer={formAnswerIn(actionData)} />
    </>
  );
}

type NoSizesProps = { search: InventorySearch; lowLevel: number; lowCount: number };

/** Why the list is empty. */
function NoSizes({ search: { tab, weeks, query }, lowLevel, lowCount }: NoSizesProps) {
  const path = href("/admin/inventory");
  const all = { label: "Show all sizes", to: path };
  if (query !== "")
    return <NoMatch title="No sizes found" text="No product or SKU matches this search." all={all} />;
  switch (tab) {
    case "all":
      return <NoMatch title="No sizes yet" text="Sizes of active products appear here." all={false} />;
    case "low":
      return (
        <NoMatch title="No size is low" text={`Every size has more than ${lowLevel} units.`} all={all} />
      );
    case "order": {
      const text = `Every size that sold in the last ${SALES_DAYS} days lasts ${weeks} more weeks.`;
      if (lowCount === 0) return <NoMatch title="Nothing to order" text={text} all={all} />;
      return (
        <NoMatch
          title="No size sells out at this pace"
          text={`${text} Sizes without sales in that time are not counted, even when they are sold out.`}
          all={{ label: "Show low and sold-out sizes", to: `${path}?show=low` }}
        />
      );
    }
    default:
      return unreachable(tab);
  }
}

export const ErrorBoundary = failedPage("Inventory", "Failed to load the inventory");
