import type { ComponentPropsWithRef } from "react";
import { inElement } from "../language/in-element.tsx";
import styles from "./button.module.css";
import { classNames } from "./class-names.ts";
import { SpinnerIcon } from "./icons.ts";

type Variant = "primary" | "secondary" | "quiet" | "danger" | "success";

export interface ButtonProps extends ComponentPropsWithRef<"button"> {
  variant?: Variant;
  small?: boolean;
  wide?: boolean;
  /** Shows a spinner before the label, sets `aria-busy` and ignores presses. */
  busy?: boolean | undefined;
}

type Pressable = Pick<ButtonProps, "disabled" | "busy" | "onClick">;

/**
 * The attributes of a button that may be disabled or busy. It never gets the browser's own `disabled`, which would remove
 * the focus: it keeps the focus, is `aria-disabled`, and neither acts nor submits its form (Enter in a field also presses
 * the form's button).
 */
export function pressable({ disabled, busy, onClick }: Pressable): ComponentPropsWithRef<"button"> {
  if (!disabled && !busy) return { onClick };
  return {
    "aria-disabled": true,
    ...(busy && { "aria-busy": true }),
    onClick: (event) => event.preventDefault(),
  };
}

export function Button({
  variant = "secondary",
  small,
  wide,
  busy,
  className,
  children,
  disabled,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      {...pressable({ disabled, busy, onClick })}
      className={classNames(
        styles.button,
        styles[variant],
        small && styles.small,
        wide && styles.wide,
        busy && styles.busy,
        className,
      )}
    >
      {busy && <SpinnerIcon aria-hidden />}
      {inElement(children)}
    </button>
  );
}

/** The class that makes a link look like a button. */
export function buttonClass(): string {
  return classNames(styles.button, styles.secondary);
}

/** A button that shows only an icon; `label` is its accessible name. */
export function IconButton({
  label,
  variant = "quiet",
  small,
  className,
  children,
  disabled,
  busy,
  onClick,
  ...rest
}: ButtonProps & { label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      {...rest}
      {...pressable({ disabled, busy, onClick })}
      className={classNames(styles.button, styles[variant], styles.icon, small && styles.small, className)}
    >
      {children}
    </button>
  );
}
