// Bugs in forgetting: something of the person stays, or it takes what the books need.
import { alter, editFunction } from "./edit-function.ts";
import type { Mutant } from "./mutants.ts";

export const forgettingMutants: readonly Mutant[] = [
  {
    name: "forgotten-in-mails",
    bug: "a mail keeps its recipient when its customer is forgotten",
    database: (engine) =>
      alter(
        engine,
        `create function keep_recipient() returns trigger language plpgsql as $$
          begin new.recipient := old.recipient; return new; end $$;
        create trigger keep_recipient before update on outbox for each row
          when (old.recipient is not null and new.recipient is null) execute function keep_recipient()`,
        "drop function keep_recipient cascade",
      ),
  },
  {
    name: "forgotten-with-money",
    bug: "whoever is forgotten takes what they have paid out of the books",
    database: (engine) =>
      editFunction(
        engine,
        "erase_order_history",
        "update order_notes n",
        `update orders set amount_received = 0 where id = any (forgotten);
  update order_notes n`,
      ),
  },
];
