import { href } from "react-router";
import { FlagGlyph } from "../ui/flag-glyph.tsx";
import { LinkButton } from "../ui/form/button.tsx";

/** Shown when a page could not be made. The text promises nothing that is not known. */
export function ErrorPage({ status }: { status: number }) {
  const isMissing = status === 404;
  const heading = isMissing ? "Out of bounds" : "We've hit it into the rough";
  const text = isMissing
    ? "Oops! We can't find the page you're looking for."
    : "Something went wrong on our side. Please try again in a moment.";
  return (
    <main
      id="main"
      tabIndex={-1}
      className="wrap grid min-h-[70dvh] content-center justify-items-center gap-5 py-16 text-center"
    >
      <title>{isMissing ? "Page not found" : "Something went wrong"}</title>
      <FlagGlyph className="size-20" />
      <h1 className="display text-title">{heading}</h1>
      <p className="text-lg text-ink-2">{text}</p>
      <LinkButton to={href("/")} reloadDocument={!isMissing}>
        Return to Homepage
      </LinkButton>
    </main>
  );
}
