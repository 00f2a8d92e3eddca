import {
  type ComponentProps,
  type FormEvent,
  type KeyboardEvent,
  type MouseEvent,
  useId,
  useRef,
  useState,
} from "react";
import { href, useLocation, useNavigate } from "react-router";
import { parseShopSearch, QUERY_LENGTH_MAX } from "#domain/catalog/parse-shop-search.ts";
import { shopQuery } from "#domain/catalog/shop-search.ts";
import { suggestionText } from "#domain/catalog/suggestions.ts";
import { oneLine } from "#domain/text/one-line.ts";
import { useRootData } from "../../page/root-data.ts";
import { IconButton } from "../../ui/form/button.tsx";
import { Search, X } from "../../ui/icons.tsx";
import { NO_ROW, rowAfterKey } from "./active-row.ts";
import { rememberSearch } from "./recent-searches.ts";
import { SearchStart } from "./search-start.tsx";
import { rowsOf, SuggestionRows } from "./suggestion-rows.tsx";
import { type Asking, type Found, useSuggestions } from "./use-suggestions.ts";

type SearchPanelProps = {
  onClose: () => void;
  /** Called before the layer leads to another page. */
  onLeave: () => void;
};

/**
 * The query, and below it the results: a combobox with a list of links (WAI-ARIA). The keyboard stays in the field
 * and the arrows choose a row; Enter opens it, or else the list of the shop, which needs no suggestion to have come.
 */
export function SearchPanel({ onClose, onLeave }: SearchPanelProps) {
  const [typed, setTyped] = useState(useShownQuery());
  const { found, asking } = useSuggestions(typed);
  const [chosen, setChosen] = useState<{ of: Found | null; row: number }>({ of: null, row: NO_ROW });
  const list = useRef<HTMLDivElement>(null);
  const listId = useId();
  const navigate = useNavigate();

  const rows = found ? rowsOf(found) : [];
  const active = chosen.of === found ? chosen.row : NO_ROW;
  const rowId = (row: number) => `${listId}${row}`;

  const choose = (event: KeyboardEvent) => {
    const row = rowAfterKey(event.key, active, rows.length);
    if (row === null) return;
    event.preventDefault();
    setChosen({ of: found, row });
    list.current?.children[row]?.scrollIntoView({ block: "nearest" });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const row = list.current?.children[active];
    if (row instanceof HTMLElement) return row.click();
    rememberSearch(typed);
    onLeave();
    navigate(href("/shop") + shopQuery({ query: oneLine(typed, QUERY_LENGTH_MAX) }), { replace: true });
  };
  /** A click that opens another tab leaves this one as it is. */
  const follow = (event: MouseEvent, query = typed) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    rememberSearch(query);
    onLeave();
  };

  return (
    <>
      <form className="search-head" onSubmit={submit}>
        <Search className="size-[1.375rem]" strokeWidth={1.75} />
        <QueryField
          isOpen={rows.length > 0}
          aria-controls={listId}
          aria-activedescendant={active === NO_ROW ? undefined : rowId(active)}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={choose}
        />
        <IconButton label="Close" onClick={onClose}>
          <X className="size-5" />
        </IconButton>
      </form>
      <div className="search-body">
        {suggestionText(typed) === "" && <SearchStart onFollow={follow} />}
        <p role="status" className={isSeen(found, asking) ? "search-note" : "sr-only"}>
          {tell(found, asking)}
        </p>
        <div ref={list} id={listId} role="listbox" aria-label="Products" hidden={rows.length === 0}>
          {found && <SuggestionRows found={found} active={active} rowId={rowId} onFollow={follow} />}
        </div>
      </div>
    </>
  );
}

type QueryFieldProps = ComponentProps<"input"> & { isOpen: boolean };

/** The text field of the combobox; its list is the caller's. */
function QueryField({ isOpen, ...props }: QueryFieldProps) {
  const { range } = useRootData().brand.words;
  return (
    <input
      type="text"
      inputMode="search"
      enterKeyHint="search"
      role="combobox"
      aria-label="Search products"
      aria-autocomplete="list"
      placeholder={`Search ${range.toLowerCase() || "products"}`}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={QUERY_LENGTH_MAX}
      {...props}
      aria-expanded={isOpen}
    />
  );
}

/** The words of the list that is open, so that they can be changed. */
function useShownQuery(): string {
  const { pathname, search } = useLocation();
  return pathname === href("/shop") ? parseShopSearch(new URLSearchParams(search)).query : "";
}

/** Who sees the rows needs no number of them. */
function isSeen(found: Found | null, asking: Asking): boolean {
  if (asking === "idle") return found?.suggestions.products.length === 0 || Boolean(found?.suggestions.letGo);
  return asking !== "waiting";
}

function tell(found: Found | null, asking: Asking): string {
  if (asking === "failed") return "Suggestions can't be loaded right now. Press Enter to search the shop.";
  if (asking === "slow") return "Still searching. Press Enter to search the shop.";
  if (!found || asking === "waiting") return "";
  const { text, suggestions } = found;
  const { products, count, correction, letGo } = suggestions;
  if (products.length === 0) return `No results for "${text}".`;
  const results = `${products.length} of ${count === 1 ? "1 result" : `${count} results`}`;
  if (letGo) return letGo;
  return correction ? `No results for "${text}". ${results} for "${correction}".` : results;
}
