import { Form } from "react-router";
import { Button } from "../../ui/form/button.tsx";
import { Field } from "../../ui/form/field.tsx";
import type { LevelAnswer } from "./inventory-answer.ts";

type LowLevelFormProps = { level: number; answer: LevelAnswer["level"]; isPending: boolean };

/** The number of pieces at which a size is low. */
export function LowLevelForm({ level, answer, isPending }: LowLevelFormProps) {
  return (
    <Form method="post" className="mt-5 flex flex-wrap items-start gap-3" preventScrollReset>
      <input type="hidden" name="base" value={level} />
      <Field
        key={level}
        label="A size is low at this many pieces or fewer"
        name="level"
        inputMode="numeric"
        autoComplete="off"
        defaultValue={answer?.typed ?? level}
        error={answer?.error}
      />
      <Button
        type="submit"
        name="intent"
        value="low-level"
        look="secondary"
        pending={isPending}
        className="mt-7.5"
      >
        Save Level
      </Button>
    </Form>
  );
}
