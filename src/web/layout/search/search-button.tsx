import { useEffect, useState } from "react";
import { href, useLocation } from "react-router";
import { Search } from "../../ui/icons.tsx";
import { isSearchKey } from "./search-key.ts";

const load = () => import("../../storefront/search/search-layer.tsx");

/**
 * Opens the search, as "/" does. It is fetched when a shopper reaches for it. Without JavaScript, or when it can't be
 * fetched, this is a form that leads to the search of the shop's list.
 */
export function SearchButton() {
  const [open, setOpen] = useState(false);
  const [layer, setLayer] = useState<Awaited<ReturnType<typeof load>>>();
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the location is what closes the search.
  useEffect(() => setOpen(false), [key]);

  const prepare = () => load().then(setLayer);
  const show = () => {
    setOpen(true);
    prepare().catch(() => location.assign(href("/shop")));
  };
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isSearchKey(event)) return;
      event.preventDefault();
      show();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  });
  const reach = () => void prepare().catch(() => {});
  return (
    <>
      <form
        action={href("/shop")}
        onPointerEnter={reach}
        onFocus={reach}
        onSubmit={(event) => {
          event.preventDefault();
          show();
        }}
      >
        <button type="submit" className="icon-button" aria-label="Search" aria-haspopup="dialog">
          <Search className="size-[1.375rem]" strokeWidth={1.75} />
        </button>
      </form>
      {layer && <layer.SearchLayer open={open} onClose={() => setOpen(false)} />}
    </>
  );
}
