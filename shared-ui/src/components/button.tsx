import { type ComponentPropsWithRef, useImperativeHandle, useLayoutEffect, useRef } from "react";
import { classNames } from "../class-names.ts";
import { SpinnerIcon } from "../icons.ts";
import styles from "./button.module.css";

type Variant = "primary" | "secondary" | "quiet" | "danger" | "success";

export interface ButtonProps extends ComponentPropsWithRef<"button"> {
  variant?: Variant;
  small?: boolean;
  wide?: boolean;
  /** Shows a spinner before the label and takes no further press. */
  busy?: boolean;
}

export function Button({
  ref,
  variant = "secondary",
  small,
  wide,
  busy,
  className,
  children,
  disabled,
  ...rest
}: ButtonProps) {
  const element = useRef<HTMLButtonElement>(null);
  useImperativeHandle(ref, () => element.current as HTMLButtonElement);
  // A disabled button loses the focus: who pressed it goes on from it, unless the focus has been placed meanwhile.
  const pressed = useRef(false);
  useLayoutEffect(() => {
    if (busy) pressed.current = document.activeElement === element.current;
    else if (pressed.current && document.activeElement === document.body) element.current?.focus();
  }, [busy]);
  return (
    <button
      type="button"
      {...rest}
      ref={element}
      disabled={disabled || busy}
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
      {children}
    </button>
  );
}

/** The class of a button for what must be a link. */
export function buttonClass(variant: Variant = "secondary", wide = false): string {
  return classNames(styles.button, styles[variant], wide && styles.wide);
}

/** A button that shows an icon alone; `label` is its accessible name. */
export function IconButton({
  label,
  variant = "quiet",
  small,
  className,
  children,
  ...rest
}: ButtonProps & { label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      {...rest}
      className={classNames(styles.button, styles[variant], styles.icon, small && styles.small, className)}
    >
      {children}
    </button>
  );
}
