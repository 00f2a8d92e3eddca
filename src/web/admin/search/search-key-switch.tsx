import { useEffect, useState } from "react";
import { isSearchKeyOn, keepSearchKey, SEARCH_KEY } from "../frame/nav/search-key.ts";

/** Turns the key of the search on and off in this browser. */
export function SearchKeySwitch() {
  const [isOn, setOn] = useState<boolean | null>(null);
  useEffect(() => setOn(isSearchKeyOn()), []);
  if (isOn === null) return null;
  return (
    <label className="mt-6 hidden min-h-11 items-center gap-3 text-ink-2 md:flex">
      <input
        type="checkbox"
        className="check"
        checked={isOn}
        onChange={({ currentTarget: { checked } }) => {
          keepSearchKey(checked);
          setOn(checked);
        }}
      />
      Press {SEARCH_KEY} to search in this browser
    </label>
  );
}
