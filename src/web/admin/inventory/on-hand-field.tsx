import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { href, useFetcher } from "react-router";
import type { InventoryLine } from "#domain/inventory/inventory.ts";
import { parseQuantity, quantityMessage } from "#domain/product/product-form.ts";
import { isDifference, parseCount } from "#domain/product/stock-edit.ts";
import { CircleAlert } from "../../ui/icons.tsx";

/** The fields of the list, in the order in which Tab goes through them. */
const FIELDS = "input[data-on-hand]";

/** `error`: why nothing was saved; `now`: the size's units since, null when unknown. */
export type CountAnswer = { error: string | null; now: { onHand: number; held: number } | null };

type OnHandFieldProps = {
  line: InventoryLine;
  /** The list that it is of: another one each time it is loaded. */
  list: readonly InventoryLine[];
  onSaved: (now: { onHand: number; held: number }) => void;
};

/** The count that is typed in a field, saved when the owner leaves it. What could not be saved stays typed. */
function useCount({ line: { onHand }, list, onSaved }: OnHandFieldProps) {
  const fetcher = useFetcher<CountAnswer>();
  const field = useRef<HTMLInputElement>(null);
  const sent = useRef<string | null>(null);
  const [mistake, setMistake] = useState<string | null>(null);
  const isSaving = fetcher.state !== "idle";
  const error = mistake ?? (isSaving ? null : (fetcher.data?.error ?? null));

  /** `isAgain`: also what was refused a moment ago. Leaving the field a second time is no wish. */
  const save = ({ isAgain = false } = {}) => {
    const [text, form] = [field.current?.value ?? "", field.current?.form];
    const wanted = parseCount(text, onHand);
    setMistake(wanted === null ? `${quantityMessage}.` : null);
    // One at a time: the answer says what the next one begins with.
    if (!form || wanted === null || isSaving) return;
    if (!isAgain && (text === sent.current || (wanted === onHand && !fetcher.data?.error))) return;
    sent.current = text;
    // Read from the form: what is back after signing in is compared with what was on hand when it was typed.
    const fields = new FormData(form);
    fields.set("intent", "stock");
    void fetcher.submit(fields, { method: "post", action: href("/admin/inventory") });
  };
  const answered = useEffectEvent(() => {
    const { data } = fetcher;
    if (!data) return;
    if (!data.now) return;
    onSaved(data.now);
    // "+12" was added: the field shows what is there now.
    const input = field.current;
    if (data.error || !input || !isDifference(input.value) || input.value !== sent.current) return;
    sent.current = String(data.now.onHand);
    input.value = sent.current;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per answer; each answer is a new object.
  useEffect(() => answered(), [fetcher.data]);
  // A browser keeps what was typed once, also when it is what was saved. In a list that was loaded again, a field in which
  // nothing waits to be saved says what that list does.
  const seen = useRef({ list, onHand });
  const follow = useEffectEvent(() => {
    const before = seen.current;
    seen.current = { list, onHand };
    const input = field.current;
    if (!input || before.list === list || isSaving || parseQuantity(input.value) !== before.onHand) return;
    input.value = String(onHand);
    sent.current = null;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: when there is another list, or another count.
  useEffect(() => follow(), [list, onHand]);
  // What was typed while the last one was on its way.
  const goOn = useEffectEvent(() => {
    const text = field.current?.value;
    if (
      !isSaving &&
      sent.current !== null &&
      text !== sent.current &&
      document.activeElement !== field.current
    ) {
      save();
    }
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the units of the last answer are known.
  useEffect(() => goOn(), [isSaving, onHand]);

  return { fetcher, field, error, isSaving, save, clearMistake: () => setMistake(null) };
}

/** What is on hand of one size, saved when the owner leaves the field. */
export function OnHandField(props: OnHandFieldProps) {
  const { productId, name, variation, onHand } = props.line;
  const { fetcher, field, error, isSaving, save, clearMistake } = useCount(props);
  const errorId = useId();
  const move = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Escape") {
      event.currentTarget.value = String(onHand);
      clearMistake();
    }
    if (event.key !== "Tab" && event.key !== "Enter") return;
    const fields = [...document.querySelectorAll<HTMLInputElement>(FIELDS)];
    const next = fields[fields.indexOf(event.currentTarget) + (event.shiftKey ? -1 : 1)];
    if (event.key === "Enter") save({ isAgain: true });
    if (event.key === "Enter" || next) event.preventDefault();
    next?.focus();
    next?.select();
  };
  const fieldName = variation === "" ? name : `${name}, ${variation}`;
  return (
    <fetcher.Form
      method="post"
      action={href("/admin/inventory")}
      className="grid justify-items-end gap-1"
      onSubmit={(event) => {
        event.preventDefault();
        save({ isAgain: true });
      }}
    >
      <input type="hidden" name="id" value={productId} />
      <input type="hidden" name="variation" value={variation} />
      <input type="hidden" name="was" value={onHand} />
      <span className="inline-flex items-center gap-2">
        <span role="status" className="text-sm text-ok">
          {isSaving ? "Saving" : fetcher.data && !error ? "Saved" : ""}
        </span>
        <input
          ref={field}
          type="text"
          name="onHand"
          inputMode="tel"
          autoComplete="off"
          data-on-hand
          className="input on-hand"
          aria-label={`On hand: ${fieldName}`}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          defaultValue={onHand}
          onBlur={() => save()}
          onKeyDown={move}
          onChange={() => clearMistake()}
        />
        {/* For a screen reader, which may not leave the field by its keys. */}
        <button type="submit" name="intent" value="stock" tabIndex={-1} className="sr-only">
          Save {fieldName}
        </button>
      </span>
      {error && (
        <p id={errorId} role="alert" className="flex items-start gap-1.5 text-sm font-medium text-err">
          <CircleAlert className="mt-0.5 size-4 flex-none" />
          {error}
        </p>
      )}
    </fetcher.Form>
  );
}
