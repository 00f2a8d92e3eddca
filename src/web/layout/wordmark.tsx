import { href, Link } from "react-router";
import { imageAtWidth } from "#domain/product/image.ts";
import { useRootData } from "../page/root-data.ts";

const LOGO_WIDTH_PX = 320;

/** With its accents, or an emoji with its color; a flag of a country is two. */
const LAST_LETTER = /(\p{RI}{2}|.)[\p{M}\p{EMod}]*$/u;

/** A longer name has no room next to three icons on a phone. */
const PHONE_LETTERS_MAX = 14;

/**
 * The store's name with a flag standing in its last letter; where a phone has no room for it, a round crest of its initials.
 * The owner's logo replaces both.
 */
export function Wordmark({ storeName }: { storeName: string }) {
  const { logo, isCrest, initials, hasDrawings } = useRootData().brand;
  const [crest, name] =
    storeName.length <= PHONE_LETTERS_MAX
      ? ["min-[22.5rem]:hidden", "max-[22.5rem]:hidden"]
      : ["md:hidden", "max-md:hidden"];
  return (
    <Link
      to={href("/")}
      className={`display inline-flex text-[1.5rem] tracking-[-0.02em] whitespace-nowrap ${logo ? "h-11 flex-wrap overflow-hidden" : "min-h-11 flex-none items-center"}`}
    >
      {logo ? (
        // A name that has no room next to the logo wraps to a second line, which the link cuts off.
        <>
          <img
            src={imageAtWidth(logo.url, LOGO_WIDTH_PX)}
            alt={logo.replacesName ? storeName : ""}
            className={`h-11 w-auto object-contain object-left ${logo.replacesName ? "max-w-52" : "mr-3 max-w-36"}`}
          />
          {!logo.replacesName && <span className="leading-11">{storeName}</span>}
        </>
      ) : (
        <>
          <span className={`crest ${isCrest ? "mr-2.5" : crest}`}>{initials}</span>
          <span className={`sr-only ${crest}`}>{storeName}</span>
          {hasDrawings ? (
            <FlaggedName storeName={storeName} className={name} />
          ) : (
            <span className={name}>{storeName}</span>
          )}
        </>
      )}
    </Link>
  );
}

function FlaggedName({ storeName, className }: { storeName: string; className: string }) {
  const lastAt = storeName.search(LAST_LETTER);
  return (
    <span className={className}>
      {storeName.slice(0, lastAt)}
      <span className="relative">
        {storeName.slice(lastAt)}
        <svg
          viewBox="0 0 20 32"
          aria-hidden="true"
          className="absolute bottom-[0.42em] left-[0.27em] h-[1.05em] w-[0.74em]"
          fill="none"
        >
          <path d="M4 30V2" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
          <path d="M4.8 2.4c4-1.8 6.4 1.2 11-.4l-2 4.4 2 4c-4.6 1.6-7-1.4-11 .4z" className="fill-flag" />
        </svg>
      </span>
    </span>
  );
}
