// The action of a page of the back office. Every button and hidden field that posts a form names an intent,
// and the page keeps one table of them, so one place lists all that a page can be asked to do. The tests of
// the guard and of the audit log read the same table.
import { type ActionFunctionArgs, data } from "react-router";
import type { FormValues } from "#domain/form/form-saved.ts";
import { errorText } from "#server/core/log.ts";
import type { Shop } from "#server/core/shop.ts";
import { FORM_TYPES, type PostRule, STRANGER_BYTES_MAX } from "#server/http/door/post-rule.ts";
import { readForm } from "#server/http/request-body.ts";
import { forgetWaiting } from "#server/operations/alerts/count-waiting.ts";
import { valuesIn } from "../../admin/forms/form-values.ts";
import type { Notice, Outcome } from "../../admin/frame/notices.ts";
import { adminOf } from "../../middleware/require-admin.ts";
import { askPassword } from "./ask-password.ts";

export type Asked = {
  shop: Shop;
  /** The administrator's email, for the audit log. */
  actor: string;
  form: FormData;
  /** What is typed in it, by the names of its fields. */
  fields: FormValues;
  /** One text of it; "" if it is missing or a file. */
  text: (name: string) => string;
  request: Request;
  url: URL;
  params: ActionFunctionArgs["params"];
};

type Handler = ((asked: Asked) => Promise<unknown>) & {
  password?: PasswordRule;
  isSerious?: (asked: Asked) => Promise<boolean>;
};

/** Runs only while the password was given lately; else the owner is asked for it, and the form goes on. */
export function asksPassword<Answer>(handle: (asked: Asked) => Promise<Answer>) {
  return Object.assign((asked: Asked) => handle(asked), { password: "asked" as const });
}

/** The same, but only for forms that change something serious. */
export function asksPasswordWhen<Answer>(
  isSerious: (asked: Asked) => Promise<boolean>,
  handle: (asked: Asked) => Promise<Answer>,
) {
  return Object.assign((asked: Asked) => handle(asked), {
    password: "asked when serious" as const,
    isSerious,
  });
}

/** Its own form has a field for the password, which it checks each time. */
export function carriesPassword<Answer>(handle: (asked: Asked) => Promise<Answer>) {
  return Object.assign((asked: Asked) => handle(asked), { password: "carried" as const });
}

type PasswordRule = "asked" | "asked when serious" | "carried";
/** What a table answers instead when one of its intents asks for the password. */
type Asking<Table> =
  Extract<Table[keyof Table], { password: "asked" | "asked when serious" }> extends never
    ? never
    : NonNullable<Awaited<ReturnType<typeof askPassword>>>;

/** Reading a form stops at `bytesMax`; a page without a limit of its own takes what a stranger's page takes. */
type Limit<TooLarge> = { bytesMax: number; tooLarge: () => TooLarge };

/** `otherwise`: the intent of a form that names none, or names one that is not in the table. */
export function adminAction<Table extends Record<string, Handler>, TooLarge = never>(
  otherwise: NoInfer<Extract<keyof Table, string>>,
  intents: Table,
  limit?: Limit<TooLarge>,
) {
  const handlers = new Map<unknown, Handler>(Object.entries(intents));
  const bytesMax = limit?.bytesMax ?? STRANGER_BYTES_MAX;
  const takes: PostRule = { bytesMax, types: FORM_TYPES };
  type Answer = Awaited<ReturnType<Table[keyof Table]>> | TooLarge | Asking<Table>;
  const action = async ({ request, url, params, context }: ActionFunctionArgs): Promise<Answer> => {
    const { shop, email: actor, isPasswordFresh } = adminOf(context);
    const read = await readForm(request, bytesMax);
    if (!read.ok) {
      if (limit && read.reason === "too_large") return limit.tooLarge();
      throw new Response(null, { status: read.reason === "too_large" ? 413 : 400 });
    }
    const { form } = read;
    const named = form.get("intent");
    const intent = handlers.has(named) ? named : otherwise;
    const handle = handlers.get(intent);
    const text = (name: string) => {
      const value = form.get(name);
      return typeof value === "string" ? value : "";
    };
    const asked: Asked = { shop, actor, form, fields: valuesIn(form), text, request, url, params };
    const isAsking = handle?.password === "asked" || handle?.isSerious;
    if (isAsking && !isPasswordFresh && (await (handle.isSerious?.(asked) ?? true))) {
      const question = await askPassword(asked);
      if (question) return question as Answer;
    }
    try {
      return (await handle?.(asked)) as Answer;
    } finally {
      forgetWaiting(shop);
    }
  };
  const passwords = Object.entries(intents).map(([intent, { password }]) => [intent, password]);
  return Object.assign(action, {
    intents: Object.keys(intents),
    takes,
    /** By intent: how it makes sure of the password, if it does. */
    passwords: Object.fromEntries(passwords) as Record<string, PasswordRule | undefined>,
  });
}

/** The result of `work`; null when it throws, which is logged as `event`. */
export async function orLogged<Result>(
  shop: Shop,
  event: Parameters<Shop["log"]["error"]>[0],
  work: Promise<Result>,
): Promise<Result | null> {
  try {
    return await work;
  } catch (error) {
    shop.log.error(event, { error: errorText(error) });
    return null;
  }
}

/** An answer with only a notice. */
export function answered({ notice, status }: Outcome) {
  return data<{ notice: Notice }>({ notice }, { status });
}
