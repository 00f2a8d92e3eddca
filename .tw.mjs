import { compile, optimize } from "@tailwindcss/node"; import { Scanner } from "@tailwindcss/oxide"; import fs from "node:fs"; import path from "node:path"; import zlib from "node:zlib";
const file = process.argv[2]; let css = fs.readFileSync(file, "utf8"); for (const extra of process.argv.slice(3)) css = css.replace("@import \"./fonts.css\"", extra + "\n@import \"./fonts.css\"");
const base = path.resolve(path.dirname(file));
const c = await compile(css, { base, from: path.resolve(file), onDependency() {} });
const sources = (c.root === "none" ? [] : c.root === null ? [{ base, pattern: "**/*", negated: false }] : [{ ...c.root, negated: false }]).concat(c.sources);
console.log(JSON.stringify(sources.map(s=>[s.base.slice(-20), s.pattern, s.negated])));
const s = new Scanner({ sources }); const out = c.build(s.scan()); const m = optimize(out, { minify: true }).code;
fs.writeFileSync("/tmp/find-perf/out.css", m);
console.log(m.length, zlib.brotliCompressSync(m).length);
