/** A broken rule. `rule` is its short name, such as "I4". */
export class Violation extends Error {
  readonly rule: string;
  constructor(rule: string, detail: string) {
    super(`${rule}: ${detail}`);
    this.rule = rule;
  }
}
