// `npm run screenshots [-- folder]`: every page and state that the browser tests look at, at 320, 390, 1280 and 1920
// pixels, as pictures in a folder. `npm run validate`: the same pages as HTML through the Nu Html Checker, which takes
// Java and is installed for itself (programs/nu-html-checker), since nothing else needs its 32 MB.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { command, pinnedNode, prepare, Refusal, refuseOthers, root, run } from "./toolchain.mjs";

const CHECKER = path.join(root, "programs/nu-html-checker");
const JAR = path.join(CHECKER, "node_modules/vnu-jar/build/dist/vnu.jar");
const NO_JAVA = "The Nu Html Checker takes Java 11 or newer. On Debian: apt-get install default-jre-headless";
/** What the checker says of good pages. */
const NO_FAULTS = [
  // React ends void elements with a slash.
  "Trailing slash on void elements",
  // A field with suggestions names its list by aria-controls since ARIA 1.2.
  "Attribute “aria-activedescendant” value should either refer to a descendant element",
  // The router prefetches data with as="fetch", which browsers read.
  "A “link” element with an “as” attribute must have a “rel” attribute",
];

const [mode, ...parameters] = process.argv.slice(2);

await command(async () => {
  const isFolder = mode === "screenshots" && !parameters[0]?.startsWith("-");
  const [wantedFolder, ...others] = isFolder ? parameters : [undefined, ...parameters];
  refuseOthers(others, mode === "validate" ? "npm run validate" : "npm run screenshots [-- FOLDER]");
  await prepare({ build: true, reinstall: false, say: (line) => console.error(line) });
  return mode === "validate"
    ? validate()
    : takePictures(path.resolve(wantedFolder ?? "test-results/screenshots"));
});

async function takePictures(folder) {
  mkdirSync(folder, { recursive: true });
  const code = await look(folder, "all");
  const pictures = readdirSync(folder).filter((name) => name.endsWith(".png"));
  console.log(`${pictures.length} pictures in ${folder}`);
  return code;
}

async function validate() {
  const java = await run(["java", "-version"], { capture: true }).catch(() => ({ code: 1 }));
  if (java.code !== 0) throw new Refusal(NO_JAVA);
  const installed = await run([
    "npm",
    "ci",
    "--prefix",
    CHECKER,
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
  ]);
  if (installed.code !== 0)
    throw new Refusal("The Nu Html Checker could not be installed; the reason is above.");
  const folder = mkdtempSync(path.join(tmpdir(), "shop-look-"));
  try {
    const code = await look(folder, "html");
    const { output } = await run(["java", "-jar", JAR, "--format", "json", folder], { capture: true });
    const { messages } = JSON.parse(output);
    const faults = messages.filter(({ message }) => !NO_FAULTS.some((known) => message.startsWith(known)));
    for (const { url, message, extract } of faults) {
      console.log(`${path.basename(url ?? "")}: ${message}\n    ${extract?.trim() ?? ""}`);
    }
    console.log(`${readdirSync(folder).length} pages and states, ${faults.length} faults`);
    return code === 0 && faults.length === 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs the browser tests that look at pages, which keep what they see in the folder. */
async function look(folder, keeps) {
  const files = readdirSync(path.join(root, "e2e"))
    .filter((name) => name.endsWith(".test.ts"))
    .filter((name) => /\b(lookAt|expectSound)\(/.test(readFileSync(path.join(root, "e2e", name), "utf8")));
  const vitest = ["node_modules/vitest/vitest.mjs", "run", "--project", "browser"];
  const { code } = await run([pinnedNode(), ...vitest, ...files.map((name) => `e2e/${name}`)], {
    env: { ...process.env, LOOK_FOLDER: folder, LOOK_KEEPS: keeps },
  });
  return code;
}
