// Bugs in reminders: to somebody who has bought, and to somebody who wants none.
import { editFunction } from "./edit-function.ts";
import type { Mutant } from "./mutants.ts";

export const reminderMutants: readonly Mutant[] = [
  {
    name: "reminded-after-buying",
    bug: "whoever has bought since is reminded of what they left before",
    database: (engine) =>
      editFunction(engine, "reminder_is_true", "and o.created_at >= p_asked", "and false"),
  },
  {
    name: "reminded-in-spite",
    bug: "whoever has ended reminders gets one",
    database: (engine) =>
      editFunction(
        engine,
        "reminder_is_true",
        "not exists (select from reminder_opt_outs where",
        "not exists (select from reminder_opt_outs where false and",
      ),
  },
];
