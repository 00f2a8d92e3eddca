import type { ReactNode } from "react";
import { href, Link } from "react-router";
import type { FirstRun, FirstRunStep, StepState } from "#domain/first-run/first-run.ts";
import { adminProductSearchText, samplesOnSale } from "#domain/product/admin-product-search.ts";
import { ActionButton } from "../../ui/form/action-button.tsx";
import { CircleCheck } from "../../ui/icons.tsx";
import { CircleDashed, CircleSlash } from "../icons.tsx";
import { stepTexts } from "./step-texts.ts";

const states: Record<StepState, { label: string; Icon: typeof CircleCheck; tone: string }> = {
  done: { label: "Done", Icon: CircleCheck, tone: "text-ok" },
  skipped: { label: "Skipped", Icon: CircleSlash, tone: "text-ink-2" },
  open: { label: "To do", Icon: CircleDashed, tone: "text-ink-2" },
};

/** How many steps are done or skipped: "3 of 11 done". */
export function progressText({ steps }: FirstRun): string {
  return `${steps.filter(({ state }) => state !== "open").length} of ${steps.length} done`;
}

/** What to do before the first sale. Each step knows whether it is done. */
export function FirstRunList({ firstRun }: { firstRun: FirstRun }) {
  const { steps, rehearsalsLeft } = firstRun;
  return (
    <ul className="grid">
      {steps.map(({ step, state }) => (
        <Step key={step} step={step} state={state} note={noteOf(step, firstRun)} />
      ))}
      {rehearsalsLeft > 0 && (
        <li className="flex flex-wrap items-start gap-x-4 gap-y-1 border-t border-line py-3">
          <CircleDashed aria-hidden="true" className="mt-0.5 size-5 flex-none text-ink-2" />
          <span className="min-w-0 flex-1 basis-64">
            <strong className="font-semibold">Clear the test orders</strong>
            <span className="block text-ink-2">
              You take real payments now, and test orders still count in your figures.
            </span>
          </span>
          <Link to={href("/admin/start/rehearsals")} className="text-link inline-flex min-h-11 items-center">
            Review
          </Link>
        </li>
      )}
    </ul>
  );
}

function noteOf(step: FirstRunStep, { samplesOnSale, missing }: FirstRun): ReactNode {
  if (step === "product" && samplesOnSale > 0) return <SamplesNote count={samplesOnSale} />;
  if (step === "business" && missing.length > 0) return `Still missing: ${missing.join(", ")}.`;
  return null;
}

function SamplesNote({ count }: { count: number }) {
  return (
    <>
      {count === 1 ? "One sample is on sale." : `${count} samples are on sale.`}{" "}
      <Link
        to={`${href("/admin/products")}${adminProductSearchText(samplesOnSale)}`}
        className="text-link inline-flex min-h-11 items-center"
      >
        Archive {count === 1 ? "it" : "them"}
      </Link>
    </>
  );
}

/** `isBrief`: a phone shows no explanation. */
type StepProps = { step: FirstRunStep; state: StepState; note: ReactNode; isBrief?: boolean };

function Step({ step, state, note, isBrief = false }: StepProps) {
  const { title, text, way } = stepTexts[step];
  const { label, Icon, tone } = states[state];
  const isOpen = state === "open";
  return (
    <li
      className="flex flex-wrap items-start gap-x-4 gap-y-1 border-t border-line py-3 first:border-t-0"
      data-step={step}
    >
      <Icon aria-hidden="true" className={`mt-0.5 size-5 flex-none ${tone}`} />
      <span className="min-w-0 flex-1 basis-64">
        <strong className="font-semibold">{title}</strong>{" "}
        {!isBrief && <span className="text-sm text-ink-2">{label}</span>}
        {isOpen && <span className={`block text-ink-2 ${isBrief ? "max-sm:hidden" : ""}`}>{text}</span>}
        {note && <span className="block text-ink-2">{note}</span>}
      </span>
      <div className="flex items-center gap-4 max-sm:pl-9">
        {isOpen && (
          <Link
            to={way.to}
            reloadDocument={way.isShop}
            className="text-link inline-flex min-h-11 items-center font-semibold"
          >
            {way.label}
          </Link>
        )}
        {state !== "done" && <SkipButton step={step} isSkipped={state === "skipped"} title={title} />}
      </div>
    </li>
  );
}

function SkipButton({ step, isSkipped, title }: { step: FirstRunStep; isSkipped: boolean; title: string }) {
  return (
    <ActionButton
      action={href("/admin/start")}
      fields={{ step, intent: isSkipped ? "unskip" : "skip" }}
      look="quiet"
      size="small"
      className="min-h-11"
    >
      {isSkipped ? "Put back" : "Skip"}
      <span className="sr-only"> {title}</span>
    </ActionButton>
  );
}

/** On the dashboard, until it is over or hidden: what to do next, and the whole list folded. */
export function FirstRunCard({ firstRun }: { firstRun: FirstRun }) {
  if (firstRun.isOver || firstRun.isDismissed) return null;
  const next = firstRun.steps.find(({ state }) => state === "open");
  return (
    <section aria-labelledby="first-run" className="admin-card mb-3 px-5 py-3 sm:mb-5 sm:py-5">
      <h2 id="first-run" className="display text-lg sm:text-xl">
        Before your first sale <span className="numerals text-sm text-ink-2">{progressText(firstRun)}</span>
      </h2>
      <ul>{next && <Step {...next} note={null} isBrief />}</ul>
      <details className="disclosure">
        <summary>All steps</summary>
        <FirstRunList firstRun={firstRun} />
        <ActionButton action={href("/admin/start")} fields={{ intent: "hide" }} look="quiet" size="small">
          Hide this list
        </ActionButton>
      </details>
    </section>
  );
}
