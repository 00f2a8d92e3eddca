import { href } from "react-router";
import { FlagGlyph } from "../ui/flag-glyph.tsx";
import { Button, LinkButton } from "../ui/form/button.tsx";
import { Charged } from "./charged.tsx";

type ErrorPageProps = {
  status: number;
  /** The storefront's, with its header and cart around it. */
  isFramed?: boolean;
};

/** Shown when a page could not be made. The text promises nothing that is not known. */
export function ErrorPage({ status, isFramed = false }: ErrorPageProps) {
  const Part = isFramed ? "div" : "main";
  return (
    <Part
      {...(!isFramed && { id: "main", tabIndex: -1 })}
      className="wrap grid min-h-[70dvh] content-center justify-items-center gap-5 py-16 text-center"
    >
      <title>{status === 404 ? "Page not found" : "Something went wrong"}</title>
      <FlagGlyph className="size-20" />
      {status === 404 ? <Missing /> : <Broken />}
    </Part>
  );
}

function Missing() {
  return (
    <>
      <h1 className="display max-w-[22ch] text-title">Oops! We can't find the page you're looking for.</h1>
      <LinkButton to={href("/")}>Return to Homepage</LinkButton>
    </>
  );
}

function Broken() {
  return (
    <>
      <h1 className="display text-title">Something went wrong</h1>
      <p className="text-lg text-ink-2">The problem is on our side. Please try again in a moment.</p>
      <Charged />
      <div className="flex flex-wrap justify-center gap-3">
        {/* A full reload: the state in the browser may be the broken part. */}
        <Button className="noscript:hidden" onClick={() => location.reload()}>
          Try again
        </Button>
        <LinkButton to={href("/")} look="secondary" reloadDocument>
          Return to Homepage
        </LinkButton>
      </div>
    </>
  );
}
