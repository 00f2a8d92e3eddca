// Reads this project's Dockerfile: stages, their instructions, and what .dockerignore leaves out.

export type Instruction = { name: string; text: string };
/** `name` is the one after AS, "" for the last stage. */
export type Stage = { name: string; instructions: Instruction[] };

export function parseDockerfile(text: string): Stage[] {
  const lines = text
    .split("\n")
    .filter((line) => !/^\s*#/.test(line))
    .join("\n")
    .replace(/\\\n\s*/g, "")
    .split("\n")
    .filter((line) => line.trim() !== "");
  const stages: Stage[] = [];
  for (const line of lines) {
    const [, name = "", text = ""] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
    if (name === "FROM") stages.push({ name: / AS (\w+)$/.exec(text)?.[1] ?? "", instructions: [] });
    else stages.at(-1)?.instructions.push({ name, text });
  }
  return stages;
}

export function textsOf(stage: Stage | undefined, name: string): string[] {
  return (stage?.instructions ?? []).filter((one) => one.name === name).map(({ text }) => text);
}

/** The variables of a stage's ENV. */
export function variablesOf(stage: Stage | undefined): Record<string, string> {
  const pairs = textsOf(stage, "ENV").flatMap((text) => text.split(/\s+/));
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name = "", ...value] = pair.split("=");
      return [name, value.join("=")];
    }),
  );
}

/** The command of a CMD or HEALTHCHECK in its JSON form. */
export function commandOf(text: string | undefined): string[] {
  const words: unknown = JSON.parse(/\[.*\]$/.exec(text ?? "")?.[0] ?? "[]");
  return Array.isArray(words) ? words.map(String) : [];
}

/** Whether .dockerignore leaves a file out, by its path in the project. The last matching rule decides. */
export function isIgnoredBy(rules: string): (file: string) => boolean {
  const patterns = rules
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => ({ ignores: !line.startsWith("!"), fits: patternOf(line.replace(/^!/, "")) }));
  return (file) => patterns.findLast(({ fits }) => fits.test(file))?.ignores ?? false;
}

/** A rule matches what it names and everything below. */
function patternOf(rule: string): RegExp {
  const parts = rule.split("/").map((part) => {
    if (part === "**") return "(?:.*/)?";
    return `${part.replace(/[.+^$()|{}[\]]/g, "\\$&").replace(/\*/g, "[^/]*")}/`;
  });
  return new RegExp(`^${parts.join("").replace(/\/$/, "")}(?:/|$)`);
}
