import "./restock-form.css";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { useFetcher, useLocation } from "react-router";
import type { Product } from "#domain/product/product.ts";
import type { RestockAskOutcome } from "#domain/restock/restock-request.ts";
import { Button } from "../../ui/form/button.tsx";
import { ChipGroup } from "../../ui/form/chip-group.tsx";
import { EmailField } from "../../ui/form/field.tsx";
import { Refusal } from "../../ui/form/refusal.tsx";
import { CircleCheck } from "../../ui/icons.tsx";
import type { SentForm } from "../sent-form.ts";

/** The result of the product page's action, with the typed values. */
export type SentRestock = SentForm<RestockAskOutcome, { option: string; email: string }>;

const refusals = {
  not_found: "This is no longer sold. Please choose another one.",
  rate_limited: "You've requested several emails. Please wait an hour, or contact us.",
  unavailable: "Something went wrong. Please try again in a moment.",
} as const;

type RestockFormProps = {
  product: Product;
  /** The answer to a form that was sent without scripts. */
  answer: SentRestock | undefined;
};

/**
 * A restock request for one of the options that are sold out; nothing while none is. Open where the whole product is sold
 * out, or the link that led here asks for a sold-out option. It works without scripts.
 */
export default function RestockForm({ product, answer: posted }: RestockFormProps) {
  const fetcher = useFetcher<SentRestock>();
  const { search } = useLocation();
  const [askedAt, setAskedAt] = useState(search);
  const [former, setFormer] = useState<SentRestock>();
  // A tap on another sold-out size leads here again: the last answer was about the previous one, until the next one comes.
  const latest = fetcher.data ?? posted;
  const answer = askedAt === search && latest !== former ? latest : undefined;
  const soldOut = soldOutOptions(product);
  const isAllSoldOut = product.quantity <= 0;
  const wanted = useWanted(soldOut);
  const form = useRef<HTMLFormElement>(null);
  const rows = useRef<HTMLDetailsElement>(null);
  useAskedFor(rows);

  useEffect(() => {
    if (answer && !answer.outcome.ok)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [answer]);

  if (soldOut.length === 0 && !answer) return null;
  const outcome = answer?.outcome;
  const refusal = outcome ? formatRefusal(outcome) : null;
  const content = (
    <>
      <div role="status" className="empty:hidden">
        {outcome?.ok && <Thanks />}
      </div>
      {soldOut.length === 0 && <Refusal>{refusal}</Refusal>}
      {soldOut.length > 0 && !outcome?.ok && (
        <fetcher.Form
          ref={form}
          method="post"
          action={`${product.path}#restock`}
          noValidate
          onSubmit={() => {
            if (!answer) setFormer(latest);
            setAskedAt(search);
          }}
          className="grid gap-4"
        >
          <Refusal>{refusal}</Refusal>
          <Options
            // A link may ask for another one once scripts run.
            key={wanted}
            legend={product.optionName}
            options={soldOut}
            chosen={answer?.values.option || wanted || (soldOut[0] ?? "")}
          />
          <EmailRow answer={answer} isSending={fetcher.state !== "idle"} />
        </fetcher.Form>
      )}
    </>
  );
  return (
    <Frame
      rows={isAllSoldOut || soldOut.length === 0 ? null : rows}
      options={soldOut.join(", ")}
      isOpen={answer !== undefined || wanted !== ""}
    >
      {content}
    </Frame>
  );
}

const TITLE = "Tell me when it's back";

type FrameProps = {
  /** What is folded; null: it is all in view. */
  rows: RefObject<HTMLDetailsElement | null> | null;
  options: string;
  isOpen: boolean;
  children: ReactNode;
};

function Frame({ rows, options, isOpen, children }: FrameProps) {
  return (
    <section id="restock" aria-label={TITLE} className="mt-6 scroll-mt-24">
      {rows === null ? (
        <div className="rounded-field bg-sand p-5">
          <h2 className="mb-3 text-lg font-semibold">{TITLE}</h2>
          {children}
        </div>
      ) : (
        <details ref={rows} className="fold border-y border-line" open={isOpen || undefined}>
          <summary>
            <span>
              {TITLE}
              <span className="font-normal text-ink-2"> · {options}</span>
            </span>
          </summary>
          <div className="pb-5">{children}</div>
        </details>
      )}
    </section>
  );
}

function EmailRow({ answer, isSending }: { answer: SentRestock | undefined; isSending: boolean }) {
  const outcome = answer?.outcome;
  return (
    <div className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_auto]">
      <EmailField
        id="restock-email"
        name="email"
        required
        hint="We'll email you to confirm, then once when it's back. Nothing else."
        defaultValue={answer?.values.email}
        error={outcome && !outcome.ok && outcome.reason === "invalid" ? outcome.errors.email : undefined}
      />
      <Button type="submit" pending={isSending} className="sm:mt-[1.875rem]">
        {isSending ? "Sending..." : "Tell me"}
      </Button>
    </div>
  );
}

/** Names of sold-out variants; "" for a product without options. */
export function soldOutOptions({ options, quantity }: Pick<Product, "options" | "quantity">): string[] {
  if (options.length === 0) return quantity <= 0 ? [""] : [];
  return options.filter(({ available }) => available <= 0).map(({ variation }) => variation);
}

function formatRefusal(outcome: RestockAskOutcome): string | null {
  if (outcome.ok || outcome.reason === "invalid") return null;
  if (outcome.reason !== "in_stock") return refusals[outcome.reason];
  return outcome.option === ""
    ? "It's back. Add it to your cart before it sells out again."
    : `It's back: ${outcome.option} is in stock. Add it to your cart before it sells out again.`;
}

/** The sold-out option that the page's link asks for, once scripts run; the page itself is the same for everybody. */
function useWanted(soldOut: string[]): string {
  const { search } = useLocation();
  const [wanted, setWanted] = useState("");
  useEffect(() => setWanted(new URLSearchParams(search).get("option") ?? ""), [search]);
  return soldOut.includes(wanted) ? wanted : "";
}

/** Opens what a tap on a sold-out size leads to, also when it was closed by hand before. */
function useAskedFor(rows: RefObject<HTMLDetailsElement | null>): void {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each tap asks again.
  useEffect(() => {
    if (hash === "#restock" && rows.current) rows.current.open = true;
  }, [hash, key]);
}

type OptionsProps = { legend: string; options: string[]; chosen: string };

function Options({ legend, options, chosen }: OptionsProps) {
  if (options.length < 2) return <input type="hidden" name="option" value={options[0] ?? chosen} />;
  return (
    <ChipGroup
      legend={legend}
      name="option"
      chips={options.map((option) => ({ value: option, label: option }))}
      defaultValue={options.includes(chosen) ? chosen : options[0]}
    />
  );
}

function Thanks() {
  return (
    <p className="flex gap-3 rounded-field bg-ok-tint p-4">
      <CircleCheck className="mt-0.5 size-5 flex-none text-ok" />
      <span>
        <span className="block font-semibold">Check your email</span>
        Select the button in the email we sent you to join the list. Nothing after a few minutes? Check your
        spam folder, or check your email address for typos.
      </span>
    </p>
  );
}
