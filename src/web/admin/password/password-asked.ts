/**
 * The answer to a form that needs the password again before anything happens: all that the form sent, so that it can
 * be sent again together with the password.
 */
export type PasswordAsked = {
  asks: "password";
  fields: [name: string, value: string][];
  error?: string;
};

/** The field that carries the password with those of the form. */
export const PASSWORD_FIELD = "yourPassword";

export function isPasswordAsked<Answer>(
  answer: Answer | PasswordAsked | undefined | null,
): answer is PasswordAsked {
  return typeof answer === "object" && answer !== null && "asks" in answer && answer.asks === "password";
}

/** The answer of a form that was done or refused; undefined while the password is still asked for. */
export function otherThanAsked<Answer extends object>(
  answer: Answer | PasswordAsked | undefined,
): Answer | undefined {
  return isPasswordAsked(answer) ? undefined : answer;
}
