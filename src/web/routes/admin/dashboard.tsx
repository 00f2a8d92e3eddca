import { lowStockText, revenueNote } from "#domain/dashboard/dashboard.ts";
import { parseReportPeriod } from "#domain/dashboard/report.ts";
import { formatMoney } from "#domain/money/money.ts";
import { loadDashboard } from "#server/reports/dashboard/load-dashboard.ts";
import { BackupLine } from "../../admin/dashboard/backup-line.tsx";
import { BestSellers } from "../../admin/dashboard/best-sellers.tsx";
import { LowStock } from "../../admin/dashboard/low-stock.tsx";
import { RecentOrders } from "../../admin/dashboard/recent-orders.tsx";
import { DashboardReport } from "../../admin/dashboard/report.tsx";
import { StatCard } from "../../admin/dashboard/stat-card.tsx";
import { ToDoList } from "../../admin/dashboard/to-do-list.tsx";
import { adminMeta, failedPage, PageTitle } from "../../admin/frame/admin-page.tsx";
import { DollarSign, Package, Receipt } from "../../admin/icons.tsx";
import { FirstRunCard } from "../../admin/start/first-run-list.tsx";
import { adminOf } from "../../middleware/require-admin.ts";
import { UserRound } from "../../ui/icons.tsx";
import type { Route } from "./+types/dashboard";
import "../../admin/orders/orders.css";

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(matches, "Dashboard");

export async function loader({ url, context }: Route.LoaderArgs) {
  const { shop } = adminOf(context);
  return loadDashboard(shop, { period: parseReportPeriod(url.searchParams.get("days")) });
}

const count = new Intl.NumberFormat("en-US");

export default function DashboardPage({ loaderData }: Route.ComponentProps) {
  const {
    products,
    orders,
    revenue,
    report,
    bestSellers,
    attention,
    recentOrders,
    lowStock,
    firstRun,
    backup,
  } = loaderData;
  return (
    <>
      <PageTitle title="Dashboard" />
      <ToDoList attention={attention} />
      <FirstRunCard firstRun={firstRun} />
      <div className="mb-3 grid grid-cols-2 gap-3 sm:mb-5 sm:gap-4 xl:grid-cols-4">
        <StatCard
          title="Total Products"
          value={count.format(products.total)}
          note={lowStockText(products.lowStock)}
          Icon={Package}
        />
        <StatCard
          title="Total Orders"
          value={count.format(orders.total)}
          note={`${count.format(orders.paid)} paid`}
          Icon={Receipt}
        />
        <StatCard
          title="Total Revenue"
          value={formatMoney(revenue.total)}
          note={`${formatMoney(revenue.average)} average order, ${revenueNote(revenue.openDisputes)}`}
          Icon={DollarSign}
        />
        <StatCard title="Active Users" value="1" note="Administrator account active" Icon={UserRound} />
      </div>
      <DashboardReport report={report} />
      <div className="grid items-start gap-3 sm:gap-5 min-[90rem]:grid-cols-[3fr_2fr]">
        <RecentOrders orders={recentOrders} hasMore={orders.total > recentOrders.length} />
        <div className="grid min-w-0 gap-3 sm:gap-5">
          <div className="max-md:hidden">
            <BestSellers products={bestSellers} days={report.period} />
          </div>
          <LowStock products={lowStock} count={products.lowStock} />
        </div>
      </div>
      <BackupLine backup={backup} />
    </>
  );
}

export const ErrorBoundary = failedPage("Dashboard", "Failed to load dashboard data. Please try again.");
