import type { ComponentProps } from "react";
import { useRef } from "react";
import { Stepper } from "../../ui/form/stepper.tsx";
import { typeIn, valueAt } from "./form-values.ts";
import type { FormState } from "./use-owner-form.ts";

type CountFieldProps = Omit<ComponentProps<typeof Stepper>, "value" | "onChange"> & {
  form: FormState<never>;
  /** The field's name. */
  path: string;
};

/** A stepper for a field of a form. The field is typed in only by its buttons, and by what comes back after signing in (returned-form.ts). */
export function CountField({ form, path, min = 1, max, ...stepper }: CountFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const { name, defaultValue, error } = form.at(path);
  const within = (count: unknown) => Math.max(min, Math.min(max, Math.trunc(Number(count)) || 0));
  const put = (count: number) => {
    if (field.current) typeIn(field.current, String(count));
  };
  return (
    <>
      <input
        ref={field}
        type="text"
        className="sr-only"
        aria-hidden="true"
        tabIndex={-1}
        autoComplete="off"
        name={name}
        defaultValue={within(defaultValue)}
      />
      <Stepper {...stepper} min={min} max={max} value={within(valueAt(form.typed, path))} onChange={put} />
      {error && <p className="basis-full text-sm font-medium text-err">{error}</p>}
    </>
  );
}
