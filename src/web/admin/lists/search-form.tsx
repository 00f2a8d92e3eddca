import type { FormEvent, ReactNode } from "react";
import { Form } from "react-router";
import { Button } from "../../ui/form/button.tsx";
import { Search } from "../../ui/icons.tsx";

type SearchFormProps = {
  /** The list's own path: the search is in the URL, so a view can be bookmarked and shared. */
  action: string;
  query: string;
  /** What is listed: "customers". */
  what: string;
  /** What the words are looked for in: "by name or email". */
  by: string;
  /** What else of the view goes with the search, by its name in the URL; empty ones don't. */
  keeps?: Readonly<Record<string, string | null>>;
  className?: string;
  /** Other fields, behind the button. */
  children?: ReactNode;
  /** Under the line of the search. */
  below?: ReactNode;
  replace?: boolean;
  onSubmit?: (event: FormEvent) => void;
};

/** The search of a list of the back office. */
export function SearchForm(props: SearchFormProps) {
  const { action, query, what, by, keeps = {}, className = "", children, below, replace, onSubmit } = props;
  const kept = Object.entries(keeps).flatMap(([name, value]) => (value ? [{ name, value }] : []));
  const label = `${what[0]?.toUpperCase()}${what.slice(1)}`;
  return (
    <Form
      // What was typed and not sent is gone once another search is shown.
      key={query}
      method="get"
      action={action}
      role="search"
      aria-label={label}
      className={`grid gap-2 ${className}`}
      replace={replace}
      onSubmit={onSubmit}
    >
      {kept.map(({ name, value }) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className="flex w-full min-w-0 flex-wrap gap-2">
        <input
          type="search"
          name="q"
          defaultValue={query}
          aria-label={`Search ${what} ${by}`}
          placeholder={`Search ${what}`}
          maxLength={100}
          className="input w-auto min-w-0 flex-1 basis-36 md:max-w-96"
        />
        <Button type="submit" look="secondary" className="max-sm:w-12 max-sm:px-0">
          <Search aria-hidden="true" className="size-4" />
          <span className="max-sm:sr-only">Search</span>
        </Button>
        {children}
      </div>
      {below}
    </Form>
  );
}
