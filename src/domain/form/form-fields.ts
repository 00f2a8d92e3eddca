// What the forms of the back office are made of. The schema of a form is all that is known of it: its fields, their labels,
// what may be typed, the words for what may not, and the value that is stored. The page and the server read the same one.
// Schemas stand in files of their own (`…-form.ts`), which the storefront never fetches.
import * as z from "zod";
import { parseDollars } from "../money/money-input.ts";

// The pages' security policy forbids to compile code, and zod would try.
z.config({ jitless: true });

/** `inWords`: a value as a second tab is told of it, where it is no text, number, or switch; of a document, by label. */
type FieldWords = {
  label: string;
  isSecret?: true;
  inWords?: ((value: unknown) => string | Record<string, string>) | undefined;
};

const labels = z.registry<FieldWords>();

export type FormSchema = z.ZodObject<Record<string, z.ZodType>>;

/** Names a field: above it, and where a refusal speaks of it. */
export function labeled<Field extends z.ZodType>(
  label: string,
  field: Field,
  inWords?: FieldWords["inWords"],
): Field {
  labels.add(field, { label, inWords });
  return field;
}

/** A password or a code. It is never sent back to the page. */
export function secretField(label: string, missing: string, checked = z.string()) {
  const field = textField(checked.min(1, missing));
  labels.add(field, { label, isSecret: true });
  return field;
}

/** The names of the fields that are never sent back. */
export function secretsOf(schema: FormSchema): string[] {
  return Object.keys(schema.shape).filter((name) => wordsOf(schema, name)?.isSecret);
}

/** A form of texts with nothing in it. */
export function blankForm(schema: FormSchema): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.keys(schema.shape).map((name) => [name, ""]));
}

export function labelOf(schema: FormSchema, name: string): string {
  return wordsOf(schema, name)?.label ?? name;
}

/** The value of a field as texts that a second tab is told, by their labels. */
export function valueInWords(schema: FormSchema, name: string, value: unknown): Record<string, string> {
  const words = wordsOf(schema, name)?.inWords?.(value) ?? String(value ?? "");
  return typeof words === "string" ? { [labelOf(schema, name)]: words } : words;
}

function wordsOf(schema: FormSchema, name: string): FieldWords | undefined {
  const field = schema.shape[name];
  return field && labels.get(field);
}

const typedText = (value: unknown) =>
  typeof value === "string" || typeof value === "number" ? String(value).replace(/\r\n?/g, "\n") : "";

/** Text as it is typed; "" where nothing was sent. */
export const textField = (checked: z.ZodString = z.string()) => z.preprocess(typedText, checked);

/** A check box, which sends nothing when it is off. */
export const switchField = () => z.preprocess((value) => value === "on" || value === true, z.boolean());

/** Check boxes with one name, of which a browser sends those that are on. */
export const choicesField = (label: string) =>
  labeled(
    label,
    z.preprocess((sent) => textsIn(sent), z.array(z.string())),
    (sent) => textsIn(sent).join(", "),
  );

/** One text, several, or none, as a form sends them. */
export const textsIn = (sent: unknown): string[] =>
  [sent].flat().filter((each): each is string => typeof each === "string" && each !== "");

type Range = { min: number; max: number; message: string };

export const wholeNumberField = ({ min, max, message }: Range) =>
  textField(
    z
      .string()
      .trim()
      .regex(/^\d{1,9}$/, message),
  )
    .transform(Number)
    .pipe(z.number().min(min, message).max(max, message));

/** The same where the field may be blank, which is null. */
export const optionalNumberField = (range: Range) =>
  z.preprocess(
    (value) => typedText(value).trim() || null,
    z.union([z.null(), wholeNumberField(range)], { error: range.message }),
  );

const COUNT_MAX = 999_999;

/** How many of something that is on the page; blank is 0. */
export const countField = () =>
  optionalNumberField({ min: 0, max: COUNT_MAX, message: "Please enter a whole number" }).transform(
    (count) => count ?? 0,
  );

/** An amount in dollars → cents; blank is 0. */
export const dollarsField = ({ example }: { example: string }) =>
  textField().transform((text, context) => {
    const cents = parseDollars(text.trim() || "0");
    if (cents !== null) return cents;
    context.addIssue({ code: "custom", message: `Please enter an amount such as ${example}` });
    return z.NEVER;
  });

/** What a button of its own says; "" when another one was pressed. */
export const buttonField = () => textField();

const fileIn = (sent: unknown) => (sent instanceof File && sent.size > 0 ? sent : null);

/** A file; null where none was chosen, or it is empty. */
export const fileField = () => z.preprocess(fileIn, z.instanceof(File).nullable());

/** Puts the messages of another rule at the fields of a form. */
export function addIssues(
  context: z.RefinementCtx,
  errors: Readonly<Record<string, string | undefined>>,
): void {
  for (const [name, message] of Object.entries(errors))
    if (message) context.addIssue({ code: "custom", path: [name], message });
}
