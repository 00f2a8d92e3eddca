// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are sources.
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { bareTextPlaces } from "./bare-texts.ts";

const root = path.join(import.meta.dirname, "../..");
const places = (jsx: string) => bareTextPlaces("part.tsx", `const Part = () => ${jsx};`);

test.each([
  "<button>{pending && <Spinner />}{children}</button>",
  "<p>Total {isTaxed && <b>with tax</b>}</p>",
  "<p>{name}{size !== null && ` (${size})`}</p>",
  "<p><b>Filters</b>{count > 0 && ` (${count})`}</p>",
  "<p>{isBusy ? 'Paying...' : <><Lock />Your card is safe.</>}</p>",
  "<p>Questions? {email ? <Mail /> : <Link />}</p>",
])("[kind: translated page] %s adds or removes something next to a bare text", (jsx) => {
  expect(places(jsx)).toEqual(["part.tsx:1"]);
});

test.each([
  "<button><span>{pending && <Spinner />}</span><span>{children}</span></button>",
  "<p>{size === null ? name : `${name} (${size})`}</p>",
  "<p>Arrives <b>{day}</b></p>",
  "<ul>{lines.map((line) => <li>{line}</li>)}{hasMore && <li>more</li>}</ul>",
  "<p>{isPending ? 'Sending...' : 'Send'}</p>",
])("[kind: translated page] %s holds", (jsx) => {
  expect(places(jsx)).toEqual([]);
});

test("[kind: translated page] nothing that shoppers see is added or removed next to a bare text", () => {
  const files = globSync("src/web/{storefront,layout,ui,page}/**/*.tsx", { cwd: root });
  expect(files.length).toBeGreaterThan(100);
  expect(files.flatMap((file) => bareTextPlaces(file, readFileSync(path.join(root, file), "utf8")))).toEqual(
    [],
  );
});
