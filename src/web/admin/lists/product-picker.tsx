import { type ReactNode, useEffect, useId, useState } from "react";
import { href } from "react-router";
import { PICK_WORDS_MAX, type ProductPick } from "#domain/product/pick.ts";
import { FieldFrame } from "../../ui/form/field.tsx";
import { Picture } from "../../ui/picture.tsx";

type ProductPickerProps = {
  label: string;
  error?: string | undefined;
  /** What can be chosen of a product: its variants, or the product itself. */
  children: (product: ProductPick) => ReactNode;
};

type Found = { products: ProductPick[]; isCut: boolean };

/** So long after a letter the shop is asked. */
const TYPING_MS = 200;

/** Products with name and picture to choose from, found by words of their name or by a SKU. */
export function ProductPicker({ label, error, children }: ProductPickerProps) {
  const [words, setWords] = useState("");
  const found = usePicks(words);
  const listId = useId();
  return (
    <div className="grid gap-2">
      <FieldFrame label={label} error={error}>
        {(binding) => (
          <input
            {...binding}
            type="search"
            className="input"
            placeholder="Name or SKU"
            autoComplete="off"
            maxLength={PICK_WORDS_MAX}
            aria-controls={listId}
            value={words}
            onChange={({ currentTarget }) => setWords(currentTarget.value)}
            onKeyDown={(event) => {
              // The form around it is sent by its button.
              if (event.key === "Enter") event.preventDefault();
            }}
          />
        )}
      </FieldFrame>
      <ul
        id={listId}
        aria-label="Products found"
        className="max-h-96 divide-y divide-line overflow-y-auto rounded-field border border-line"
      >
        {found?.products.map((product) => (
          <li key={product.id} className="flex items-start gap-3 p-3">
            <Picture
              image={product.image}
              alt=""
              sizes="48px"
              placeholder=""
              className="h-15 w-12 flex-none rounded-md bg-sand object-cover"
            />
            <div className="grid min-w-0 flex-1 gap-2">{children(product)}</div>
          </li>
        ))}
        {found?.products.length === 0 && <li className="p-3 text-ink-2">No product has these words.</li>}
      </ul>
      <p role="status" className="text-sm text-ink-2 empty:hidden">
        {found?.isCut && "There are more. Type a word to narrow the list."}
      </p>
    </div>
  );
}

/** What the shop finds for these words; null before its first answer. An old answer stays until the next one is there. */
function usePicks(words: string): Found | null {
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    const asking = new AbortController();
    const wait = setTimeout(
      async () => {
        try {
          const path = `${href("/admin/products/picks")}?q=${encodeURIComponent(words)}`;
          const response = await fetch(path, { signal: asking.signal });
          if (response.ok) setFound((await response.json()) as Found);
        } catch {
          // Another letter was typed, or the connection is lost: the next letter asks again.
        }
      },
      words === "" ? 0 : TYPING_MS,
    );
    return () => {
      clearTimeout(wait);
      asking.abort();
    };
  }, [words]);
  return found;
}
