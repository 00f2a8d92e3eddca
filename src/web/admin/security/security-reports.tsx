import { type SecurityReport, tellReport } from "#domain/security/security-report.ts";
import { ShopTime } from "../../page/shop-time.tsx";
import { Button } from "../../ui/form/button.tsx";
import { WorkItem, WorkList } from "../lists/work-list.tsx";

/** What did not belong on a page of the shop: where, how often, what it may mean, and a way to put it away. */
export function SecurityReports({ reports, action }: { reports: SecurityReport[]; action: string }) {
  return (
    <>
      <p className="mb-5 max-w-prose text-ink-2">
        Browsers tell the shop when something on a page was not the shop's own, and refuse it. Most of these
        reports come from visitors' own browser extensions. A report goes away by itself when it has not come
        again for 30 days.
      </p>
      <WorkList items={reports} done="Nothing was reported.">
        {(report) => <Report report={report} action={action} />}
      </WorkList>
    </>
  );
}

function Report({ report, action }: { report: SecurityReport; action: string }) {
  const { title, meaning } = tellReport(report);
  const facts = (
    <>
      <p>
        On the page {report.page}, {report.times === 1 ? "once" : `${report.times} times`}
      </p>
      <p>
        First <ShopTime at={report.firstSeen} style="date and time" />, last{" "}
        <ShopTime at={report.lastSeen} style="date and time" />
      </p>
    </>
  );
  return (
    <WorkItem id={report.id} title={title} facts={facts} reason={meaning} action={action}>
      {(isPending) => (
        <Button type="submit" name="intent" value="dismiss" look="secondary" pending={isPending}>
          Dismiss
        </Button>
      )}
    </WorkItem>
  );
}
