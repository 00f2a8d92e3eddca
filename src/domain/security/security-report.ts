// What the owner reads about scripts, styles, and connections that did not belong on a page: where, how often, and
// what it may mean.

/** browser: a visitor's browser refused it. check: the shop found it when it looked at its own checkout page. */
export type ReportSource = "browser" | "check";

export type SecurityReport = {
  id: string;
  source: ReportSource;
  /** The rule of the policy ("script-src-elem"); of a check: what differs. */
  rule: string;
  /** "inline", "eval", an origin, or MANY_OTHERS; of a check: the difference. */
  blocked: string;
  /** "/product/:id". */
  page: string;
  times: number;
  /** ISO times. */
  firstSeen: string;
  lastSeen: string;
};

/** Stands for all that was refused after the list was full. */
export const MANY_OTHERS = "many others";

type Told = { title: string; meaning: string };

const EXTENSION =
  "Mostly an extension of one visitor's browser. If it comes from many visitors, or begins right after a change to the shop, have the page looked at.";

/** In plain words: what happened, and what it may mean. */
export function tellReport(report: SecurityReport): Told {
  const { source, rule, blocked } = report;
  if (source === "check") {
    return {
      title: `The checkout page is not as it was built: ${blocked}`,
      meaning:
        "Somebody or something between the shop and its shoppers changed the page where they pay: the server's files, a proxy, or a service that rewrites pages. Do not wait: compare the files with a fresh copy of the release, and turn such rewriting off.",
    };
  }
  const kind = kinds.find(({ begins }) => rule.startsWith(begins)) ?? other;
  return { title: [kind.what, placeOf(blocked, kind.joins)].join(" ").trim(), meaning: kind.meaning };
}

/** `begins`: of the rule's name. `joins`: the word before an origin; null: the browser does not name it. */
type Kind = { begins: string; what: string; joins?: string | null; meaning: string };

const other: Kind = { begins: "", what: "Browsers refused something", meaning: EXTENSION };

const kinds: Kind[] = [
  {
    begins: "script-src",
    what: "Browsers refused to run a script",
    meaning: `It did not run. ${EXTENSION} If you did not install it, somebody may have tried to plant it in a text of the shop.`,
  },
  {
    begins: "style-src",
    what: "Browsers refused a style",
    meaning: `Nothing changed on the page. ${EXTENSION}`,
  },
  {
    begins: "connect-src",
    what: "Browsers refused to send data",
    joins: "to",
    meaning: `Nothing was sent. ${EXTENSION}`,
  },
  {
    begins: "form-action",
    what: "Browsers refused to send a form",
    joins: "to",
    meaning: `Nothing was sent. ${EXTENSION}`,
  },
  {
    begins: "frame-ancestors",
    what: "Browsers refused to show the shop inside another site",
    joins: null,
    meaning: "Somebody put your shop into a frame of theirs. Visitors of that site do not see it.",
  },
  {
    begins: "img-src",
    what: "Browsers refused a picture",
    meaning: `The picture was not shown. If your pictures moved to another store, S3_PUBLIC_URL must name it. Otherwise: ${EXTENSION}`,
  },
  { begins: "frame-src", what: "Browsers refused to open a frame", meaning: EXTENSION },
];

function placeOf(blocked: string, joins: string | null = "from"): string {
  if (joins === null) return "";
  if (blocked === "inline") return "written into the page";
  if (blocked === "eval" || blocked === "wasm-eval") return "made from text";
  if (blocked === MANY_OTHERS) return "of many different kinds";
  return `${joins} ${blocked}`;
}
