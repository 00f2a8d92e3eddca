import { href, Link } from "react-router";
import { imageAtWidth } from "#domain/product/image.ts";
import { storeInitials } from "#domain/settings/settings.ts";
import { useRootData } from "../page/root-data.ts";

const LOGO_WIDTH_PX = 320;

/** With its accents, or an emoji with its color; a flag of a country is two. */
const LAST_LETTER = /(\p{RI}{2}|.)[\p{M}\p{EMod}]*$/u;

/** A longer name has no room next to three icons on a phone. */
const PHONE_LETTERS_MAX = 14;

/**
 * The store's name with a flag standing in its last letter; where a phone has no room for it, a round crest of its initials.
 * The owner's logo replaces the crest, and precedes the name where there is room for both.
 */
export function Wordmark({ storeName }: { storeName: string }) {
  const { logoUrl } = useRootData().settings.businessInfo;
  const lastAt = storeName.search(LAST_LETTER);
  const isShort = !logoUrl && storeName.length <= PHONE_LETTERS_MAX;
  const [crest, name] = isShort
    ? ["min-[22.5rem]:hidden", "max-[22.5rem]:hidden"]
    : ["md:hidden", "max-md:hidden"];
  return (
    <Link
      to={href("/")}
      className="display inline-flex min-h-11 flex-none items-center text-[1.5rem] tracking-[-0.02em] whitespace-nowrap"
    >
      {logoUrl ? (
        <img
          src={imageAtWidth(logoUrl, LOGO_WIDTH_PX)}
          alt=""
          className="h-11 w-auto max-w-36 object-contain object-left md:mr-3"
        />
      ) : (
        <span className={`crest ${crest}`}>{storeInitials(storeName)}</span>
      )}
      <span className={`sr-only ${crest}`}>{storeName}</span>
      <span className={name}>
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
    </Link>
  );
}
