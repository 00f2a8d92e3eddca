import type { ComponentProps } from "react";

export type Choice = { value: string; label: string };

export type SelectProps = ComponentProps<"select"> & { choices: readonly Choice[] };

/** The browser's own select, with each phone's own picker, styled like the fields. */
export function Select({ choices, className = "", ...rest }: SelectProps) {
  return (
    <select {...rest} className={`input ${className}`}>
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  );
}
