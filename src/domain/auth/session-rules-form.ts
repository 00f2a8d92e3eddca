import * as z from "zod";
import { labeled, textField } from "../form/form-fields.ts";
import { absoluteChoices, idleChoices } from "./session-rules.ts";

const choiceOf = (minutes: number[]) =>
  textField(z.string().refine((text) => minutes.map(String).includes(text), "Choose one of these")).transform(
    Number,
  );

/** How long the owner stays signed in. */
export const sessionRulesForm = z
  .object({
    idleMinutes: labeled("Sign me out after being idle for", choiceOf(idleChoices)),
    absoluteMinutes: labeled("Always sign me out after", choiceOf(absoluteChoices)),
  })
  .refine(({ idleMinutes, absoluteMinutes }) => idleMinutes <= absoluteMinutes, {
    path: ["idleMinutes"],
    message: "The idle time can't be longer than the other",
  });
