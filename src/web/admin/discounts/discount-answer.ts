import type { DiscountErrors, DiscountForm } from "#domain/discount/discount-form.ts";
import { failure, type Notice, success } from "../frame/notices.ts";

/** `form`: what was typed and was refused. `isSaved`: what was typed is stored. */
export type DiscountAnswer = {
  notice: Notice;
  errors: DiscountErrors;
  form: DiscountForm | null;
  isSaved: boolean;
};

export function savedDiscount(isScheduled: boolean): DiscountAnswer {
  const notice = success("Discount saved", isScheduled ? "It is scheduled." : "It is up to date.");
  return { notice, errors: {}, form: null, isSaved: true };
}

export function switchedDiscount(title: string, description: string): DiscountAnswer {
  return { notice: success(title, description), errors: {}, form: null, isSaved: false };
}

export function refusedDiscount(
  form: DiscountForm,
  why: string,
  errors: DiscountErrors = {},
): DiscountAnswer {
  return { notice: failure("Nothing was saved", why), errors, form, isSaved: false };
}

/** What is wrong stands at its field, where the focus goes; a toast would only lie over the button. */
export function toToast(answer: DiscountAnswer | undefined): DiscountAnswer | null {
  return answer && Object.keys(answer.errors).length === 0 ? answer : null;
}
