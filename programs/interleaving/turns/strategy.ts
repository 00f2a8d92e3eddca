// How the next move is chosen. Chance alone rarely holds one transaction up for long while another runs through, and an
// order by ranks rarely mixes closely, so a schedule uses one of three ways.
import type { Random } from "../../simulation/random.ts";
import type { Move } from "./conductor.ts";
import type { Task } from "./task.ts";

export type Strategy = { name: string; pick: (ready: Move[]) => Move };

export function pickStrategy(random: Random): Strategy {
  return random.pick([anyMove, oneOnAndOn, byRank])(random);
}

const anyMove = (random: Random): Strategy => ({ name: "any move", pick: (ready) => random.pick(ready) });

/** Mostly the same task again. */
function oneOnAndOn(random: Random): Strategy {
  let last: Task | null = null;
  return {
    name: "one on and on",
    pick: (ready) => {
      const own = ready.filter(({ task }) => task === last);
      const move = random.pick(own.length > 0 && random.chance(0.8) ? own : ready);
      last = move.task;
      return move;
    },
  };
}

/** The task of the highest rank; now and then the one that runs gets the lowest. */
function byRank(random: Random): Strategy {
  const ranks = new Map<Task, number>();
  let lowest = 0;
  const rankOf = (task: Task): number => {
    const known = ranks.get(task);
    if (known !== undefined) return known;
    const rank = random.next();
    ranks.set(task, rank);
    return rank;
  };
  return {
    name: "by rank",
    pick: (ready) => {
      let best = ready[0];
      for (const move of ready) if (!best || rankOf(move.task) > rankOf(best.task)) best = move;
      if (!best) return random.pick(ready);
      if (random.chance(0.06)) ranks.set(best.task, --lowest);
      return best;
    },
  };
}
