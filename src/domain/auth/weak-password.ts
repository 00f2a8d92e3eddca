export const PASSWORD_LENGTH_MIN = 12;
export const PASSWORD_LENGTH_MAX = 128;

/** Why a password is refused, and what to do, in words. */
export const weakPasswordWords = {
  too_short: `Use at least ${PASSWORD_LENGTH_MIN} characters`,
  too_long: `Use at most ${PASSWORD_LENGTH_MAX} characters`,
  common: "Many people use this password, so attackers try it first. Use several unrelated words",
  pattern: "Attackers try repetitions and sequences first. Use several unrelated words",
  own_name: "Don't use your address or the shop's name. Use several unrelated words",
} as const;

export type WeakPassword = keyof typeof weakPasswordWords;
