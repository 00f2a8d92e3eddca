// `npm run attack [-- TR-7 …]`: attacks the built shop over real sockets, in demo mode, as a
// public demo, and in live mode, and prints which
// promises of docs/security.md held. Exit codes: 0 all held, 1 one is broken, 2 there is no such promise.
import { readCommandLine, refuseUnknown } from "../command-line.ts";
import type { Attack, Mode } from "./attack.ts";
import { startAttackedShop } from "./attacked-shop.ts";
import { bodies } from "./attacks/bodies.ts";
import { checkouts } from "./attacks/checkouts.ts";
import { demoTools } from "./attacks/demo-tools.ts";
import { guards } from "./attacks/guards.ts";
import { hosts } from "./attacks/hosts.ts";
import { machine } from "./attacks/machine.ts";
import { policy } from "./attacks/policy.ts";
import { signIns } from "./attacks/sign-in.ts";
import { writes } from "./attacks/writes.ts";

/** What floods comes last, so that no other attack meets its limits. */
const attacks: Attack[] = [
  ...policy,
  ...hosts,
  ...machine,
  ...guards,
  ...demoTools,
  ...writes,
  ...checkouts,
  ...signIns,
  ...bodies,
];

const { positionals } = readCommandLine("npm run attack [-- PROMISE …]", { allowPositionals: true });
const promises = [...new Set(attacks.map(({ promise }) => promise))];
refuseUnknown("promise", positionals, promises);
const wanted = new Set(positionals);
const modes: Mode[] = ["demo", "public", "live"];
let broken = 0;
for (const mode of modes) {
  const shop = await startAttackedShop(mode);
  try {
    for (const { promise, name, run } of attacks.filter((attack) => isWanted(attack, mode))) {
      const found = await run(shop).catch((error: unknown) => [String(error)]);
      if (found.length > 0) broken += 1;
      console.log(
        [mode.padEnd(6), promise.padEnd(7), found.length === 0 ? "held  " : "BROKEN", name].join(" | "),
      );
      for (const line of found.slice(0, 5)) console.log(`       ${line.slice(0, 200)}`);
      if (found.length > 5) console.log(`       … and ${found.length - 5} more`);
    }
  } finally {
    await shop.stop();
  }
}
console.log(broken === 0 ? "Every promise held." : `${broken} broken.`);
process.exitCode = broken === 0 ? 0 : 1;

function isWanted({ promise, modes: only = modes }: Attack, mode: Mode): boolean {
  return only.includes(mode) && (wanted.size === 0 || wanted.has(promise));
}
