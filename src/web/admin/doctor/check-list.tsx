import { Link } from "react-router";
import { type Check, type Verdict, worstFirst } from "#domain/doctor/check.ts";
import { CircleAlert, CircleCheck, TriangleAlert } from "../../ui/icons.tsx";

const looks: Record<Verdict, { Icon: typeof CircleCheck; className: string; word: string }> = {
  broken: { Icon: CircleAlert, className: "text-err", word: "Does not work" },
  waiting: { Icon: TriangleAlert, className: "text-warn", word: "Waits for you" },
  fine: { Icon: CircleCheck, className: "text-ok", word: "Fine" },
};

/** What the doctor found, the worst first, each with its fix beside it. */
export function CheckList({ checks }: { checks: readonly Check[] }) {
  return (
    <ul className="admin-card divide-y divide-line">
      {worstFirst(checks).map(({ name, verdict, text, fix }) => {
        const { Icon, className, word } = looks[verdict];
        return (
          <li
            key={name}
            data-verdict={verdict}
            className="flex flex-wrap items-start gap-x-6 gap-y-2 px-5 py-4"
          >
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
      })}
    </ul>
  );
}
