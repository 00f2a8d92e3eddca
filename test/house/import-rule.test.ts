// The import rule (web → server → domain) is only worth something if breaking it fails. These tests break it on
// purpose: in throwaway files laid out like the project and linted with its own rules, and in a small browser build
// with its own guard.
import { execFile } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { serverStaysOnTheServer } from "../../src/web/build/server-guard.ts";

const root = path.join(import.meta.dirname, "../..");

/** `names`: the imported names; omitted: everything, as a value. */
type Example = { file: string; imports: string; names?: string };

const broken: Example[] = [
  { file: "src/domain/price.ts", imports: "#server/shop.ts" },
  { file: "src/domain/price.ts", imports: "../server/shop.ts" },
  { file: "src/domain/tax/price.ts", imports: "../../server/shop.ts" },
  { file: "src/domain/price.ts", imports: "../web/root.tsx" },
  { file: "src/domain/price.ts", imports: "node:fs" },
  { file: "src/domain/price.ts", imports: "react" },
  { file: "src/domain/price.ts", imports: "kysely" },
  { file: "src/server/orders/list-orders.ts", imports: "react" },
  { file: "src/server/orders/list-orders.ts", imports: "react-router" },
  { file: "src/server/orders/list-orders.ts", imports: "../../web/routes.ts" },
  { file: "src/server/orders/list-orders.ts", imports: "#sandbox/store.ts" },
  { file: "src/server/orders/list-orders.ts", imports: "#test/shop.ts" },
  { file: "src/server/orders/list-orders.ts", imports: "#process/open-shop.ts" },
  { file: "src/server/orders/list-orders.ts", imports: "../../process/open-shop.ts" },
  { file: "src/domain/price.ts", imports: "#process/open-shop.ts" },
  { file: "src/web/routes/storefront/shop.tsx", imports: "#process/open-shop.ts" },
  { file: "src/web/cart/drawer.tsx", imports: "#server/shop.ts" },
  { file: "src/web/cart/drawer.tsx", imports: "#server/shop.ts", names: "{ type Shop, openShop }" },
  { file: "src/web/cart/drawer.tsx", imports: "../../server/shop.ts" },
  { file: "src/web/cart/drawer.tsx", imports: "../../server/shop.ts", names: "type { Shop }" },
  { file: "src/web/cart/drawer.tsx", imports: "#sandbox/store.ts", names: "type { Store }" },
  { file: "src/web/cart/drawer.tsx", imports: "#sandbox/store.ts" },
  { file: "src/web/cart/drawer.tsx", imports: "#sample/catalog.ts" },
  { file: "src/web/routes/storefront/shop.tsx", imports: "#sandbox/store.ts" },
  { file: "src/web/routes/storefront/shop.tsx", imports: "../../../server/shop.ts" },
  { file: "src/web/middleware/shop-context.ts", imports: "../../server/shop.ts" },
  { file: "programs/sandbox/store.ts", imports: "#server/shop.ts" },
  { file: "programs/sandbox/store.ts", imports: "../server/shop.ts" },
  { file: "programs/sandbox/store.ts", imports: "#domain/money.ts" },
];

const allowed: Example[] = [
  { file: "src/domain/price.ts", imports: "./money.ts" },
  { file: "src/domain/price.ts", imports: "zod/mini" },
  { file: "src/server/orders/list-orders.ts", imports: "#domain/order.ts" },
  { file: "src/server/orders/list-orders.ts", imports: "../shop.ts" },
  { file: "src/server/orders/list-orders.ts", imports: "node:fs" },
  { file: "src/server/orders/list-orders.ts", imports: "kysely" },
  { file: "src/web/cart/drawer.tsx", imports: "#domain/cart.ts" },
  { file: "src/web/cart/drawer.tsx", imports: "../ui/button.tsx" },
  { file: "src/web/cart/drawer.tsx", imports: "react" },
  { file: "src/web/cart/drawer.tsx", imports: "#server/shop.ts", names: "type { Shop }" },
  { file: "src/web/routes/storefront/shop.tsx", imports: "#server/catalog/list-products.ts" },
  { file: "src/web/routes/storefront/shop.tsx", imports: "../../catalog/product-card.tsx" },
  { file: "src/web/middleware/shop-context.ts", imports: "#server/shop.ts" },
  { file: "programs/sandbox/store.ts", imports: "./cards.ts" },
  { file: "programs/sandbox/store.ts", imports: "node:http" },
];

let folder = "";

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "shop-import-rule-"));
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function write(file: string, content: string): void {
  const target = path.join(folder, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, content);
}

describe("the lint rule", () => {
  let complaints = new Map<string, string[]>();
  const fileOf = (kind: string, index: number, { file }: Example) =>
    path.posix.join(path.posix.dirname(file), `${kind}-${index}-${path.posix.basename(file)}`);

  beforeAll(async () => {
    copyFileSync(path.join(root, ".oxlintrc.json"), path.join(folder, ".oxlintrc.json"));
    for (const [kind, examples] of Object.entries({ broken, allowed })) {
      examples.forEach((example, index) => {
        const { imports, names = "* as thing" } = example;
        write(fileOf(kind, index, example), `import ${names} from ${JSON.stringify(imports)};\n`);
      });
    }
    complaints = await lint();
  });

  /** File → the rules that it breaks. */
  async function lint(): Promise<Map<string, string[]>> {
    const output = await new Promise<string>((resolve) => {
      const program = path.join(root, "node_modules/oxlint/bin/oxlint");
      execFile(
        process.execPath,
        [program, "--format=json", "src", "programs"],
        { cwd: folder },
        (_, stdout) => resolve(stdout),
      );
    });
    const { diagnostics } = JSON.parse(output) as { diagnostics: { filename: string; code: string }[] };
    const found = new Map<string, string[]>();
    for (const { filename, code } of diagnostics) found.set(filename, [...(found.get(filename) ?? []), code]);
    return found;
  }

  test.each(broken.map((example, index) => ({ ...example, index })))(
    "the lint rule refuses $names of $imports in $file",
    ({ index, ...example }) => {
      expect(complaints.get(fileOf("broken", index, example))).toEqual(["eslint(no-restricted-imports)"]);
    },
  );

  test.each(allowed.map((example, index) => ({ ...example, index })))(
    "the lint rule accepts $names of $imports in $file",
    ({ index, ...example }) => {
      expect(complaints.get(fileOf("allowed", index, example))).toBeUndefined();
    },
  );
});

describe("the build guard", () => {
  const secret = "price-of-the-secret-recipe";

  beforeAll(() => {
    const imports = {
      "#server/*": "./src/server/*",
      "#sandbox/*": "./programs/sandbox/*",
      "#domain/*": "./src/domain/*",
    };
    write("package.json", JSON.stringify({ type: "module", imports }));
    write("src/server/secret.ts", `export const secret = "${secret}";\n`);
    write("programs/sandbox/secret.ts", `export const secret = "${secret}";\n`);
    write("src/domain/open.ts", `export const open = "known to everybody";\n`);
  });

  /** The text of the browser bundle whose entry is `source`. */
  async function bundle(source: string, entry = "src/web/entry.ts"): Promise<string> {
    write(entry, source);
    const result = await build({
      root: folder,
      configFile: false,
      logLevel: "silent",
      plugins: [serverStaysOnTheServer(folder)],
      build: { write: false, minify: false, rolldownOptions: { input: path.join(folder, entry) } },
    });
    const outputs = Array.isArray(result) ? result : [result];
    return outputs
      .flatMap((output) => ("output" in output ? output.output : []))
      .map((chunk) => (chunk.type === "chunk" ? chunk.code : ""))
      .join("\n");
  }

  const printed = "console.info(secret);";

  test.each([
    ["by its alias", `import { secret } from "#server/secret.ts"; ${printed}`],
    ["by a relative path", `import { secret } from "../server/secret.ts"; ${printed}`],
    ["by a path from the root", `import { secret } from "/src/server/secret.ts"; ${printed}`],
    ["by a path with a query", `import secret from "../server/secret.ts?raw"; ${printed}`],
    ["by a dynamic import", `import("#server/secret.ts").then(({ secret }) => { ${printed} });`],
    ["by re-export", `export * from "#server/secret.ts";`],
    ["from the sandbox", `import { secret } from "#sandbox/secret.ts"; ${printed}`],
    ["through another module", `import "./step.ts";`],
  ])("the build guard fails a browser build that imports the server's code %s", async (_, source) => {
    write("src/web/step.ts", `import { secret } from "#server/secret.ts"; ${printed}`);
    await expect(bundle(source)).rejects.toThrow(
      /belongs to the server and was imported for the browser by .*src\/web/,
    );
  });

  test("the build guard lets a browser build import the domain", async () => {
    expect(await bundle(`import { open } from "#domain/open.ts"; console.info(open);`)).toContain(
      "known to everybody",
    );
  });

  test("without the build guard, the server's code would be in the bundle", async () => {
    const result = await build({
      root: folder,
      configFile: false,
      logLevel: "silent",
      build: {
        write: false,
        minify: false,
        rolldownOptions: { input: path.join(folder, "src/web/step.ts") },
      },
    });
    expect(JSON.stringify(result)).toContain(secret);
  });
});

const assets = path.join(root, "build/client/assets");

test.skipIf(!existsSync(assets))("the built shop sends none of the server's code to the browser", () => {
  const markers = [
    "create_order_with_items",
    "better-auth",
    "sk_test",
    "create table",
    "kysely",
    "node:sqlite",
  ];
  const scripts = readdirSync(assets).filter((name) => name.endsWith(".js"));
  expect(scripts.length).toBeGreaterThan(0);
  const leaks = scripts.flatMap((name) => {
    const text = readFileSync(path.join(assets, name), "utf8");
    return markers.filter((marker) => text.includes(marker)).map((marker) => `${marker} in ${name}`);
  });
  expect(leaks).toEqual([]);
});
