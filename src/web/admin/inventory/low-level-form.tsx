import { lowLevelForm } from "#domain/inventory/low-level-form.ts";
import { Button } from "../../ui/form/button.tsx";
import { Field } from "../../ui/form/field.tsx";
import type { FormAnswer } from "../forms/form-outcome.ts";
import { OwnerForm } from "../forms/owner-form.tsx";
import { useOwnerForm } from "../forms/use-owner-form.ts";

/** The number of units at which a size is low. */
export function LowLevelForm({ level, answer }: { level: number; answer: FormAnswer | undefined }) {
  const form = useOwnerForm({
    ...{ schema: lowLevelForm, intent: "low-level", stored: { level }, answer, refused: "Level not saved" },
  });
  return (
    <OwnerForm form={form} className="mt-5 flex flex-wrap items-start gap-3">
      <Field {...form.field("level")} inputMode="numeric" autoComplete="off" />
      <Button type="submit" look="secondary" pending={form.isSaving} className="mt-7.5">
        Save Level
      </Button>
    </OwnerForm>
  );
}
