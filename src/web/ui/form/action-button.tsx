import type { ReactNode } from "react";
import { useFetcher } from "react-router";
import { Button, type ButtonProps } from "./button.tsx";

type ActionButtonProps = Omit<ButtonProps, "type" | "name" | "value" | "pending" | "children"> & {
  /** Path of the page whose action answers. */
  action: string;
  /** What is sent, by name. */
  fields: Readonly<Record<string, string | number>>;
  /** Shown before the label while nothing is under way; the button's spinner takes its place. */
  icon?: ReactNode;
  children: ReactNode;
};

/** A form of one button: it sends its fields, and takes no second press until the page has answered. */
export function ActionButton({ action, fields, icon, children, ...button }: ActionButtonProps) {
  const fetcher = useFetcher();
  const isPending = fetcher.state !== "idle";
  return (
    <fetcher.Form method="post" action={action}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button {...button} type="submit" pending={isPending}>
        <span className="contents">{!isPending && icon}</span>
        <span className="contents">{children}</span>
      </Button>
    </fetcher.Form>
  );
}
