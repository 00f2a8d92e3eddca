import { useEffect, useRef } from "react";
import { Search } from "../../ui/icons.tsx";

/** Searches on Enter, like every search box; the words stay in it. */
export function SearchBox({ query, form }: { query: string; form: string }) {
  const input = useRef<HTMLInputElement>(null);
  // The URL may change without this box (back button, removed chip). By then React has set the default to the words of the
  // new list; only those of the former one give way to them, and what is being typed stays.
  useEffect(() => {
    const field = input.current;
    return () => {
      if (field?.value.trim().replace(/\s+/g, " ") === query) field.value = field.defaultValue;
    };
  }, [query]);
  return (
    <div className="relative flex flex-[1_0_100%] items-center md:ml-auto md:max-w-64 md:flex-[1_1_9rem]">
      <Search className="pointer-events-none absolute left-3.5 size-[1.125rem] text-ink-2" />
      <input
        ref={input}
        type="search"
        form={form}
        name="q"
        aria-label="Search products"
        placeholder="Search"
        defaultValue={query}
        maxLength={80}
        enterKeyHint="search"
        autoComplete="off"
        className="input min-h-11 rounded-full py-1.5 pl-10 [&::-webkit-search-cancel-button]:[filter:grayscale(1)_brightness(0.5)]"
      />
    </div>
  );
}
