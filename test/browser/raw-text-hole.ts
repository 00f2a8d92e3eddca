// Loaded into a shop under test (--import) to disable one defense: the name of one product is written into pages as raw
// HTML with an attack, as a mistake in a component would do. Only the policy still stops it.
import { createRequire } from "node:module";

type Props = { children?: unknown; dangerouslySetInnerHTML?: { __html: string } };
type Draw = (type: unknown, props: Props, ...rest: unknown[]) => unknown;

const NAME = "Night Putt Rope Cap";
const ATTACK = [
  "<script>window.stolen = 'by a script'</script>",
  "<script nonce='guess'>window.stolen = 'by a guessed nonce'</script>",
  "<script type=module>window.stolen = 'by a module'</script>",
  "<img src=/nowhere.png alt onerror=\"window.stolen = 'by an attribute'\">",
  "<style>body { color: rgb(1, 2, 3) !important }</style>",
  '<b style="position: fixed; inset: 0">over everything</b>',
].join("");

const runtime = createRequire(import.meta.url)("react/jsx-runtime") as Record<string, Draw>;
for (const name of ["jsx", "jsxs"]) {
  const draw = runtime[name];
  if (!draw) throw new Error(`react/jsx-runtime has no ${name}`);
  runtime[name] = (type, props, ...rest) => {
    if (type !== "h1" || props.children !== NAME) return draw(type, props, ...rest);
    const { children, ...others } = props;
    const raw = { dangerouslySetInnerHTML: { __html: `${String(children)}${ATTACK}` } };
    return draw(type, { ...others, ...raw }, ...rest);
  };
}
