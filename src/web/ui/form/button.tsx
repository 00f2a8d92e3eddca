import type { ComponentProps, ReactNode } from "react";
import { Link, type LinkProps } from "react-router";
import { Spinner } from "../spinner.tsx";

export type ButtonLook = "primary" | "secondary" | "quiet" | "danger";
export type ButtonSize = "small" | "medium" | "large";

type Shared = { look?: ButtonLook; size?: ButtonSize; className?: string };

export type ButtonProps = Shared &
  ComponentProps<"button"> & {
    /** Shows a spinner and refuses clicks; the label stays the caller's. */
    pending?: boolean;
  };

export function Button({
  look = "primary",
  size = "medium",
  className = "",
  pending = false,
  disabled,
  type = "button",
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled || pending}
      aria-busy={pending || undefined}
      data-look={look}
      data-size={size}
      className={`button ${className}`}
    >
      {/* A translated page has other elements for its text, and React can't insert anything next to them. */}
      <span className="contents">{pending && <Spinner />}</span>
      <span className="contents">{children}</span>
    </button>
  );
}

/** A link that looks like a button: it leads somewhere. */
export function LinkButton({
  look = "primary",
  size = "medium",
  className = "",
  children,
  ...rest
}: Shared & LinkProps) {
  return (
    <Link {...rest} data-look={look} data-size={size} className={`button ${className}`}>
      {children}
    </Link>
  );
}

type IconButtonProps = ComponentProps<"button"> & { label: string; children: ReactNode };

/** A round 44 px button that shows only an icon; the label is what assistive technology reads. */
export function IconButton({ label, children, className = "", type = "button", ...rest }: IconButtonProps) {
  return (
    <button {...rest} type={type} aria-label={label} className={`icon-button ${className}`}>
      {children}
    </button>
  );
}
