import { LinkButton } from "../../ui/form/button.tsx";

type Page = { label: string; to: string };

type ListPagerProps = {
  label: string;
  /** Nothing on the first page. */
  first: Page | "" | null;
  /** Nothing on the last page. */
  next: Page | "" | null;
};

/** Links to the first and the next page of a list. */
export function ListPager({ label, first, next }: ListPagerProps) {
  const pages = [first, next].filter((page) => page !== null && page !== "");
  return (
    <nav aria-label={label} className="mt-5 flex flex-wrap justify-end gap-3 empty:hidden">
      {pages.map((page) => (
        <LinkButton key={page.label} to={page.to} look="secondary">
          {page.label}
        </LinkButton>
      ))}
    </nav>
  );
}
