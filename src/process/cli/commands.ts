import { existsSync } from "node:fs";
import path from "node:path";
import { weakPasswordWords } from "#domain/auth/weak-password.ts";
import { setAdminPassword } from "#server/auth/password/set-password.ts";
import { removeSecondFactor } from "#server/auth/second-factor/second-factor.ts";
import { runDueOperations } from "#server/checkout/run-operations.ts";
import { type Environment, parseEnvironment } from "#server/core/env.ts";
import { createLogger } from "#server/core/log.ts";
import { explain, OperatorError } from "#server/core/operator-error.ts";
import type { Shop } from "#server/core/shop.ts";
import { openPostgresDatabase } from "#server/db/database.ts";
import { FolderInUse } from "#server/db/folder-lock.ts";
import { listMigrationNames } from "#server/db/migrate.ts";
import { ownerUrlOf, ownerVariableOf } from "#server/db/roles.ts";
import { examineShop, reportText } from "#server/operations/doctor/examine-shop.ts";
import { reconcilePayments } from "#server/reconciliation/reconcile-payments.ts";
import { reconcileRefunds } from "#server/reconciliation/reconcile-refunds.ts";
import { seedSamples } from "../first-start/fill-empty-shop.ts";
import { openShop } from "../open-shop.ts";
import { closeFolder, makeFilesPrivate } from "../private-folder.ts";
import { askRunningShop } from "./ask-running-shop.ts";
import { attend, parseAttention } from "./attention.ts";
import { backupVerbs } from "./backup-verbs.ts";
import { type AdminVerb, fail, Misused, readPassword, type Terminal } from "./terminal.ts";

const DAY_MS = 24 * 60 * 60_000;
const RECONCILE_DAYS = 30;
const RECONCILE_DAYS_MAX = 365;
const USAGE = 2;

const verbs: Record<string, AdminVerb> = {
  "set-password": {
    parameters: "",
    says: "sets the owner's password (asks for it, or reads it from standard input)",
    surplus: "Don't enter a password on the command line: others can read it.",
    run: async (env, _parameters, terminal) => {
      const password = await readPassword(terminal);
      if (password === null) return fail(terminal, "The passwords don't match. Nothing was changed.");
      return withShop(env, terminal, async (shop) => {
        const result = await setAdminPassword(shop, { password });
        if (!result.ok) {
          return fail(terminal, `${weakPasswordWords[result.reason]}. Nothing was changed.`);
        }
        terminal.say(
          `The password of ${result.email} is set. Anyone who was signed in has to sign in again.`,
        );
        return 0;
      });
    },
  },
  "turn-off-second-factor": {
    parameters: "",
    says: "turns off the owner's second factor, when the phone and the recovery codes are lost",
    run: (env, _parameters, terminal) =>
      withExistingShop(env, terminal, async (shop) => {
        const isRemoved = await removeSecondFactor(shop);
        if (!isRemoved) return fail(terminal, "No second factor was on. Nothing was changed.");
        terminal.say(`${env.adminEmail} now signs in with only the password.`);
        return 0;
      }),
  },
  doctor: {
    parameters: "",
    says: "checks the shop and its records, even while it runs; exit code 1 when something is broken",
    run: async (env, _parameters, terminal) => {
      const examine = async (shop: Shop) => {
        const examination = await examineShop(shop);
        terminal.say(reportText(examination));
        return examination.isHealthy ? 0 : 1;
      };
      try {
        return await withExistingShop(env, terminal, examine, { migrates: false });
      } catch (error) {
        if (!(error instanceof FolderInUse)) throw error;
        const answer = await askRunningShop(env).catch(() => null);
        if (answer === null) throw error;
        terminal.say(answer.text);
        return answer.isHealthy ? 0 : 1;
      }
    },
  },
  attention: {
    parameters: "[retry|close <name>]",
    says: "lists what needs your decision; retry <name> tries it again, close <name> <why> closes it",
    run: async (env, parameters, terminal) => {
      const command = parseAttention(parameters);
      return command
        ? withExistingShop(env, terminal, (shop) => attend(shop, command, terminal))
        : misuse(terminal, "attention takes no argument, `retry <name>`, or `close <name> <why>`.");
    },
  },
  reconcile: {
    parameters: "[days]",
    says: `reconciles every payment, refund, and dispute of the last ${RECONCILE_DAYS} days, or of [days]`,
    run: async (env, [text = String(RECONCILE_DAYS), ...rest], terminal) => {
      const days = /^\d{1,3}$/.test(text) ? Number(text) : 0;
      return rest.length > 0 || days < 1 || days > RECONCILE_DAYS_MAX
        ? misuse(terminal, `reconcile takes a number of days from 1 to ${RECONCILE_DAYS_MAX}.`)
        : withExistingShop(env, terminal, (shop) => reconcile(shop, days, terminal));
    },
  },
  migrate: {
    parameters: "",
    says: "updates the database, as DATABASE_URL_OWNER if set, and the permissions of the shop's role",
    run: (env, _parameters, terminal) =>
      withShop(env, terminal, async ({ db }) => {
        const { applied } = await listMigrationNames(db);
        terminal.say(`The database is up to date (${applied.at(-1)}).`);
        return 0;
      }),
  },
  ...backupVerbs,
  seed: {
    parameters: "",
    says: "fills an empty catalog with the sample products",
    run: (env, _parameters, terminal) =>
      withShop(env, terminal, async (shop) => {
        const count = await seedSamples(shop);
        if (count === 0) return fail(terminal, "The catalog already has products. Nothing was changed.");
        terminal.say(`Added ${count} sample products.`);
        return 0;
      }),
  },
};

/** Runs one verb and answers the exit code. */
export async function runAdminCommand(
  [verb, ...parameters]: string[],
  variables: Record<string, string | undefined>,
  terminal: Terminal,
): Promise<number> {
  if (verb === undefined || verb === "help" || verb === "--help") {
    terminal.say(helpText());
    return verb === undefined ? USAGE : 0;
  }
  const known = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
  if (!known) return misuse(terminal, `There is no command "${verb}".`);
  const environment = parseEnvironment(variables);
  if (!environment.ok)
    return fail(terminal, `The configuration is invalid:\n  - ${environment.problems.join("\n  - ")}`);
  if (known.parameters === "" && parameters.length > 0)
    return misuse(terminal, known.surplus ?? `${verb} takes no parameters.`);
  try {
    closeFolder(path.resolve(environment.value.dataDir), terminal.note, { isMade: false });
    return await known.run(environment.value, parameters, terminal);
  } catch (error) {
    return error instanceof Misused ? misuse(terminal, error.message) : fail(terminal, explain(error));
  }
}

async function reconcile(shop: Shop, days: number, terminal: Terminal): Promise<number> {
  const since = shop.clock() - days * DAY_MS;
  const payments = await reconcilePayments(shop, { since });
  const refunds = await reconcileRefunds(shop, { since });
  const operations = await runDueOperations(shop);
  terminal.say(`${payments.looked} payments checked, ${payments.settled} settled.`);
  terminal.say(`${refunds.looked} refunds and disputes checked, ${refunds.updated} orders updated.`);
  if (operations.due > 0) terminal.say(`${operations.finished} of ${operations.due} waiting calls finished.`);
  if (payments.complete && refunds.complete) return 0;
  return fail(terminal, "The payment provider did not answer every request. Run it again later.");
}

/** For a verb that asks: of a new, empty shop in a wrong folder it would say that nothing waits. */
async function withExistingShop(...asked: Parameters<typeof withShop>): Promise<number> {
  const [env] = asked;
  const { databaseUrl, dataDir } = env;
  if (databaseUrl !== null && !(await holdsShop(env, databaseUrl)))
    throw new OperatorError(
      `There is no shop in the database at ${ownerVariableOf(env)} yet. npm start creates one. If yours is elsewhere, point the variable to it.`,
    );
  const folder = path.resolve(dataDir);
  if (databaseUrl === null && !existsSync(path.join(folder, "database")))
    throw new OperatorError(
      `There is no shop in ${folder} yet. npm start creates one. If yours is elsewhere, set DATA_DIR or DATABASE_URL.`,
    );
  return withShop(...asked);
}

async function holdsShop(env: Environment, databaseUrl: string): Promise<boolean> {
  const { db, close } = await openPostgresDatabase(ownerUrlOf(env, databaseUrl), {
    name: ownerVariableOf(env),
  });
  try {
    return (await listMigrationNames(db)).applied.length > 0;
  } finally {
    await close();
  }
}

/** Opens the shop for a command, and always closes it again. If there is none, it creates one. */
async function withShop(
  env: Environment,
  { clock, note }: Terminal,
  work: (shop: Shop) => Promise<number>,
  { migrates = true } = {},
): Promise<number> {
  const log = createLogger("warn", clock, note);
  const { promise: lost, reject: onReplaced } = Promise.withResolvers<never>();
  lost.catch(() => {});
  const opened = await openShop(env, { role: "command", migrates, clock, log, say: note, onReplaced });
  try {
    return await Promise.race([work(opened.shop), lost]);
  } finally {
    await opened.close();
  }
}

function helpText(): string {
  const lines = Object.entries(verbs).map(([verb, { parameters, says }]) => {
    return `  ${`${verb} ${parameters}`.padEnd(32)} ${says}`;
  });
  return ["npm run admin -- <command>", "", ...lines, `  ${"help".padEnd(32)} shows this`].join("\n");
}

function misuse(terminal: Terminal, message: string): number {
  terminal.note(`${message}\n\n${helpText()}`);
  return USAGE;
}

if (import.meta.main) {
  makeFilesPrivate();
  process.exitCode = await runAdminCommand(process.argv.slice(2), process.env, {
    say: (text) => console.log(text),
    note: (text) => console.error(text),
    clock: Date.now,
    input: process.stdin,
  });
}
