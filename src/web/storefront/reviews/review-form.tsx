import { useEffect, useRef } from "react";
import { Form, useNavigation } from "react-router";
import { fits, type ReviewFields, STARS_MAX } from "#domain/reviews/review.ts";
import type { ReviewLine } from "#server/inbox/reviews/find-review-page.ts";
import type { ReviewOutcome } from "#server/inbox/reviews/write-review.ts";
import { Button } from "../../ui/form/button.tsx";
import { ChipGroup } from "../../ui/form/chip-group.tsx";
import { Field, TextAreaField } from "../../ui/form/field.tsx";
import { Refusal } from "../../ui/form/refusal.tsx";
import type { SentForm } from "../sent-form.ts";

/** `itemId`: the line that it was about. */
export type SentReview = SentForm<ReviewOutcome, ReviewFields> & { itemId: string };

const refusals = {
  not_found: "This link no longer opens an order.",
  not_bought: "You can only review items you bought and kept.",
  over: "Reviews for this order are closed.",
  changed: "You saved a different version in another tab. Your text is still here. Save again to replace it.",
  rate_limited: "You've sent this many times. Please wait an hour. Your text is still here.",
  unavailable: "Your review couldn't be saved. It's still here, so please try again in a moment.",
} as const;

const starChoices = Array.from({ length: STARS_MAX }, (_, at) => ({
  value: `${STARS_MAX - at}`,
  label: (
    <>
      {STARS_MAX - at} <span aria-hidden="true">★</span>
      <span className="sr-only">{at === STARS_MAX - 1 ? "star" : "stars"}</span>
    </>
  ),
}));

type ReviewFormProps = { line: ReviewLine; suggestedName: string; answer: SentReview | undefined };

/** A plain form: it works without scripts, too. The text stays until it is saved. */
export function ReviewForm({ line, suggestedName, answer }: ReviewFormProps) {
  const { itemId, review, asksFit } = line;
  const form = useRef<HTMLFormElement>(null);
  const { formData } = useNavigation();
  const isSending = formData?.get("item") === itemId;
  const outcome = answer?.outcome;
  const stored = { stars: `${review?.stars ?? ""}`, fit: review?.fit ?? "", text: review?.text ?? "" };
  const values = outcome?.ok === false ? answer?.values : undefined;
  const shown = values ?? { ...stored, name: review?.name ?? suggestedName };
  const errors = outcome?.ok === false && outcome.reason === "invalid" ? outcome.errors : {};
  const refusal = outcome?.ok === false && outcome.reason !== "invalid" ? refusals[outcome.reason] : null;

  useEffect(() => {
    if (outcome?.ok === false) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [outcome]);

  return (
    <Form ref={form} method="post" noValidate preventScrollReset className="grid max-w-[34rem] gap-5">
      <input type="hidden" name="item" value={itemId} />
      <input type="hidden" name="version" value={review?.version ?? 0} />
      <Refusal>{refusal}</Refusal>
      <ChipGroup
        legend="Your rating"
        name="stars"
        defaultValue={shown.stars}
        error={errors.stars}
        chips={starChoices}
      />
      {asksFit && (
        <ChipGroup
          legend={`How does size ${line.size} fit?`}
          name="fit"
          defaultValue={shown.fit}
          error={errors.fit}
          chips={Object.entries(fits).map(([value, label]) => ({ value, label }))}
        />
      )}
      <TextAreaField
        id={`text-${itemId}`}
        name="text"
        label="Your review"
        rows={5}
        defaultValue={shown.text}
        error={errors.text}
      />
      <Field
        id={`name-${itemId}`}
        name="name"
        label="Display name"
        hint="Shown publicly with your review."
        autoComplete="off"
        defaultValue={shown.name}
        error={errors.name}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" name="intent" value="save" size="large" pending={isSending}>
          {isSending ? "Saving..." : review ? "Save changes" : "Submit review"}
        </Button>
        {review && (
          <Button type="submit" name="intent" value="remove" look="quiet" size="large" disabled={isSending}>
            Delete review
          </Button>
        )}
      </div>
    </Form>
  );
}
