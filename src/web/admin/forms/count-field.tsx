import type { ComponentProps } from "react";
import { Stepper } from "../../ui/form/stepper.tsx";

type CountFieldProps = ComponentProps<typeof Stepper> & { name: string };

/** A stepper that is sent with its form. Its field is typed in only by what comes back after signing in (returned-form.ts). */
export function CountField({ name, ...stepper }: CountFieldProps) {
  const { value, min = 1, max, onChange } = stepper;
  const take = (text: string) => onChange(Math.max(min, Math.min(max, Math.trunc(Number(text)) || 0)));
  return (
    <>
      <input
        type="text"
        className="sr-only"
        aria-hidden="true"
        tabIndex={-1}
        autoComplete="off"
        name={name}
        value={value}
        onChange={({ target }) => take(target.value)}
      />
      <Stepper {...stepper} />
    </>
  );
}
