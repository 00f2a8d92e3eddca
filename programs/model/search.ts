// Visits every state that a configuration can reach, breadth first, so that the first broken rule has a shortest story.
// Then it asks whether the shop can come to rest from all of them (healing.ts).
import type { Configuration } from "./configurations.ts";
import { Healing } from "./healing.ts";
import { listNext, type Next } from "./protocol/next.ts";
import { brokenRule, undone } from "./protocol/rules.ts";
import { type StepName, type World, WorldCodec } from "./protocol/world.ts";
import { StateStore } from "./state-store.ts";

export type Found = {
  states: number;
  transitions: number;
  /** Transitions of the longest of all shortest ways to a state. */
  depth: number;
  /** States in which nothing is left to do. */
  atRest: number;
  seconds: number;
  /** How often each step was taken. */
  reached: Map<StepName, number>;
  /** null: every rule holds in every state. */
  broken: { rule: string; story: string[] } | null;
};

type Options = { progress?: (states: number) => void };

export function search(configuration: Configuration, { progress }: Options = {}): Found {
  const began = performance.now();
  const { rules, stock } = configuration;
  const visited = new Visited(configuration);
  const healing = new Healing();
  const reached = new Map<StepName, number>();
  let [transitions, depth, levelEnd] = [0, 0, 1];
  const done = (broken: Found["broken"]): Found => {
    const seconds = (performance.now() - began) / 1000;
    const atRest = healing.resting.length;
    return { states: visited.size, transitions, depth, atRest, seconds, reached, broken };
  };
  for (let index = 0; index < visited.size; index += 1) {
    if (index === levelEnd) {
      depth += 1;
      levelEnd = visited.size;
    }
    if (index % 50_000 === 0) progress?.(index);
    const world = visited.worldAt(index);
    if (undone(world, rules) === null) healing.resting.push(index);
    for (const next of listNext(world, rules)) {
      transitions += 1;
      if (next.by) reached.set(next.by, (reached.get(next.by) ?? 0) + 1);
      const { index: to, isNew } = visited.add(next.world, index);
      if (next.heals && to !== index) healing.add(index, to);
      const rule = isNew || next.world.broken ? brokenRule(next.world, rules, stock) : null;
      if (rule) return done({ rule, story: visited.storyTo(index, rule) });
    }
  }
  const lost = healing.firstWithoutRest(visited.size);
  return done(lost === null ? null : visited.neverAtRest(lost));
}

/** The states that were visited, and how each came about. */
class Visited {
  readonly #configuration: Configuration;
  readonly #codec: WorldCodec;
  readonly #store: StateStore;
  readonly #bytes: Uint8Array;

  constructor(configuration: Configuration) {
    this.#configuration = configuration;
    this.#codec = new WorldCodec(configuration);
    this.#store = new StateStore(this.#codec.width);
    this.#bytes = new Uint8Array(this.#codec.width);
    this.add(configuration.first, 0);
  }

  get size(): number {
    return this.#store.size;
  }

  add(world: World, parent: number): { index: number; isNew: boolean } {
    this.#codec.encode(world, this.#bytes);
    return this.#store.add(this.#bytes, parent);
  }

  worldAt(index: number): World {
    return this.#codec.decode(this.#store.at(index));
  }

  /** What happened until a state, and then what breaks the rule. */
  storyTo(index: number, rule: string): string[] {
    const { rules, stock } = this.#configuration;
    const { world, story } = this.#walk(index);
    const last = listNext(world, rules).find((next) => brokenRule(next.world, rules, stock) === rule);
    return [...story, last?.words() ?? rule];
  }

  /** Tells the way from the first world again, since a stored state does not say which shopper is which. */
  #walk(index: number): { world: World; story: string[] } {
    const { first, rules } = this.#configuration;
    const path: number[] = [];
    for (let at = index; at !== 0; at = this.#store.parents[at] ?? 0) path.unshift(at);
    let world = first;
    const story: string[] = [];
    for (const step of path) {
      const wanted = this.#store.at(step);
      const next = listNext(world, rules).find((one) => {
        this.#codec.encode(one.world, this.#bytes);
        return this.#bytes.every((byte, place) => byte === wanted[place]);
      });
      if (!next)
        throw new Error("the same world had other things happen before: the model is not deterministic");
      story.push(next.words());
      world = next.world;
    }
    return { world, story };
  }

  /** Lets everything heal from a state that never comes to rest, and says what stays undone. */
  neverAtRest(index: number): Found["broken"] {
    const { rules } = this.#configuration;
    const { world: lost, story } = this.#walk(index);
    const seen = new Set<string>();
    const waiting = [lost];
    let left = "the shop goes around in circles";
    for (let world = waiting.pop(); world; world = waiting.pop()) {
      for (const next of listNext(world, rules)) if (this.#isFresh(next, seen)) waiting.push(next.world);
      const reason = undone(world, rules);
      if (reason && world.shoppers.every(({ processes }) => processes.length === 0)) left = reason;
    }
    return { rule: `I9: at rest, ${left}`, story };
  }

  #isFresh({ heals, world }: Next, seen: Set<string>): boolean {
    if (!heals) return false;
    this.#codec.encode(world, this.#bytes);
    const key = this.#bytes.toString();
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  }
}
