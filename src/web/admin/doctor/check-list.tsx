import { Link } from "react-router";
import { type Check, demoChecks, type Verdict, worstFirst } from "#domain/doctor/check.ts";
import { CircleAlert, CircleCheck, TriangleAlert } from "../../ui/icons.tsx";

const looks: Record<Verdict, { Icon: typeof CircleCheck; className: string; word: string }> = {
  broken: { Icon: CircleAlert, className: "text-err", word: "Problem" },
  waiting: { Icon: TriangleAlert, className: "text-warn", word: "Needs attention" },
  fine: { Icon: CircleCheck, className: "text-ok", word: "Fine" },
};

/** The checks that need the owner, the worst first, each with its fix; the others are folded. */
export function CheckList({ checks }: { checks: readonly Check[] }) {
  const sorted = worstFirst(checks);
  const demo = demoChecks(sorted);
  const open = sorted.filter((check) => check.verdict !== "fine" && !demo.includes(check));
  const fine = sorted.filter(({ verdict }) => verdict === "fine");
  return (
    <div className="grid gap-4">
      {open.length > 0 && <Checks checks={open} />}
      {demo.length > 0 && (
        <details className="disclosure">
          <summary>
            <span>Not live yet: {demo.map(({ name }) => name).join(", ")}</span>
          </summary>
          <Checks checks={demo} />
        </details>
      )}
      {fine.length > 0 && (
        <details className="disclosure">
          <summary>{fine.length === 1 ? "1 check passed" : `${fine.length} checks passed`}</summary>
          <Checks checks={fine} />
        </details>
      )}
    </div>
  );
}

function Checks({ checks }: { checks: readonly Check[] }) {
  return (
    <ul className="admin-card divide-y divide-line">
      {checks.map((check) => (
        <CheckItem key={check.name} check={check} />
      ))}
    </ul>
  );
}

function CheckItem({ check: { name, verdict, text, fix } }: { check: Check }) {
  const { Icon, className, word } = looks[verdict];
  return (
    <li data-verdict={verdict} className="flex flex-wrap items-start gap-x-6 gap-y-1 px-5 py-3">
      <div className="flex min-w-0 flex-[1_1_24rem] items-start gap-3">
        <Icon aria-hidden="true" className={`mt-0.5 size-5 flex-none ${className}`} />
        <p className="min-w-0 wrap-anywhere">
          <span className="sr-only">{word}: </span>
          <strong className="font-semibold">{name}.</strong> {text}
        </p>
      </div>
      {fix &&
        (fix.to === null ? (
          <p className="min-w-0 flex-[1_1_14rem] text-sm max-sm:pl-8 wrap-anywhere text-ink-2">
            {fix.label}.
          </p>
        ) : (
          <p className="flex-[1_1_14rem] max-sm:pl-8">
            <Link to={fix.to} className="text-link font-semibold">
              {fix.label}
            </Link>
          </p>
        ))}
    </li>
  );
}
