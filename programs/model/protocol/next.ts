// Everything that can happen in a world, with the world after it.
import type { Rules } from "../bugs.ts";
import { forget } from "./memory.ts";
import { beginnings, delays, others, payments, refunds } from "./outside.ts";
import { type Change, clone, type Running, rowOf, type Scene } from "./scene.ts";
import { end } from "./step.ts";
import { stepOf } from "./steps.ts";
import type { Process, World } from "./world.ts";

/** `by`: the step that made it, for counting; null: nobody's step. */
export type Next = { words: () => string; heals: boolean; by: Process["step"] | null; world: World };

export function listNext(world: World, rules: Rules): Next[] {
  const found: Next[] = [];
  const running = world.shoppers.reduce((sum, one) => sum + one.processes.length, 0);
  for (const [index, shopper] of world.shoppers.entries()) {
    const who = world.shoppers.length > 1 ? `shopper ${index + 1}: ` : "";
    shopper.processes.forEach((process, number) => {
      const at = { world, rules, index, number, who };
      for (const change of stepOf(process.step).run(runningScene(at)))
        found.push(afterStep(at, process, change));
      const dies: Change<Running> = { words: "dies", heals: false, apply: end };
      found.push(afterStep(at, process, dies));
    });
    for (const [at, checkout] of shopper.checkouts.entries()) {
      const scene = { world, rules, shopper, checkout };
      const outside = [...payments(scene), ...delays(scene)];
      if (running < rules.processes) outside.push(...beginnings(scene, at === 0 ? 0 : 1));
      if (running < rules.processes && at === 0) outside.push(...refunds(scene));
      for (const change of outside) found.push(afterHappening({ world, rules, index, at, who }, change));
    }
  }
  const any = { world, rules, index: 0, at: 0, who: "" };
  for (const change of others(sceneOf(any))) found.push(afterHappening(any, change));
  return found;
}

type Place = { world: World; rules: Rules; index: number; who: string };

function sceneOf({ world, rules, index, at }: Place & { at: number }): Scene {
  const shopper = rowOf(world.shoppers, index);
  return { world, rules, shopper, checkout: rowOf(shopper.checkouts, at) };
}

function runningScene({ number, ...place }: Place & { number: number }): Running {
  const process = rowOf(rowOf(place.world.shoppers, place.index).processes, number);
  return { ...sceneOf({ ...place, at: process.at }), process };
}

function afterStep(place: Place & { number: number }, process: Process, change: Change<Running>): Next {
  const world = clone({ world: place.world, at: place.index });
  const scene = runningScene({ ...place, world });
  change.apply(scene);
  const words = () => `${place.who}${nameOf(process, place.number)} ${change.words}`;
  return { words, heals: change.heals, by: process.step, world: tidy(world, place.index) };
}

function afterHappening(place: Place & { at: number }, { words, heals, apply, by }: Change<Scene>): Next {
  const world = clone({ world: place.world, at: place.index });
  apply(sceneOf({ ...place, world }));
  return { words: () => `${place.who}${words}`, heals, by: by ?? null, world: tidy(world, place.index) };
}

function nameOf({ at }: Process, number: number): string {
  return `process ${number + 1}${at === 1 ? " (second checkout)" : ""}`;
}

function tidy(world: World, index: number): World {
  forget(rowOf(world.shoppers, index));
  return world;
}
