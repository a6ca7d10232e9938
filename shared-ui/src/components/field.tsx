import { type ComponentPropsWithRef, type ReactNode, useId, useState } from "react";
import { formatCount } from "../format.ts";
import { inElement } from "../language/in-element.tsx";
import { contractText, t } from "../texts/texts.ts";
import { IconButton } from "./button.tsx";
import { classNames } from "./class-names.ts";
import styles from "./field.module.css";
import { ChevronDownIcon, HideIcon, ShowIcon } from "./icons.ts";

interface Described {
  label: string;
  /** The message of a schema is shown in the page's language. */
  error?: string | undefined;
  /** Shown below the control while there is no error. */
  hint?: ReactNode;
}

/** A character may have as many units ("👩‍❤️‍💋‍👩"), and is cut off as a whole. */
const longestCharacter = 11;

/** Says that a field is full: browsers cut off without a word what is pasted beyond its limit. */
function fullHint({ value, maxLength }: { value?: unknown; maxLength?: number | undefined }) {
  if (typeof value !== "string" || maxLength === undefined) return undefined;
  if (value.length <= maxLength - longestCharacter) return undefined;
  return t("At most {count} characters fit here. What is longer is cut off.", {
    count: formatCount(maxLength),
  });
}

/** The message below a field, in reserved space, and the attributes that associate it with the field. */
function useField({
  error,
  hint,
  isHintSilent = false,
  ...rest
}: Omit<Described, "label"> & {
  isHintSilent?: boolean | undefined;
  "aria-describedby"?: string | undefined;
}) {
  const id = useId();
  const belowId = `${id}-below`;
  const message = error === undefined ? undefined : contractText(error);
  const className = classNames(styles.below, error !== undefined && styles.error);
  return {
    id,
    described: {
      "aria-invalid": error !== undefined,
      "aria-describedby":
        [rest["aria-describedby"], (error ?? hint) !== undefined && belowId].filter(Boolean).join(" ") ||
        undefined,
    },
    below: isHintSilent ? (
      <div id={belowId} className={className}>
        <div aria-live="polite">{message}</div>
        {inElement(error === undefined && hint)}
      </div>
    ) : (
      <div id={belowId} className={className} aria-live="polite">
        {message ?? hint}
      </div>
    ),
  };
}

export type TextFieldProps = ComponentPropsWithRef<"input"> &
  Described & {
    /** The hint is read with the field only, as it changes with each key. */
    isHintSilent?: boolean;
    /** Shown inside the control, at its end. */
    action?: ReactNode;
    /** A small button beside the error that fixes it. */
    errorAction?: ReactNode;
    /** Shown below the control and above the message. */
    meter?: ReactNode;
  };

export function TextField({
  label,
  error,
  hint,
  isHintSilent,
  action,
  errorAction,
  meter,
  className,
  "aria-describedby": describedBy,
  ...rest
}: TextFieldProps) {
  const { id, described, below } = useField({
    error,
    hint: fullHint(rest) ?? hint,
    isHintSilent,
    "aria-describedby": describedBy,
  });
  return (
    <div className={classNames(styles.field, className)}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <div className={styles.control}>
        <input
          id={id}
          {...described}
          {...rest}
          className={classNames(styles.input, action !== undefined && styles.withAction)}
        />
        {action !== undefined && <div className={styles.action}>{action}</div>}
      </div>
      {inElement(meter)}
      <div className={styles.belowRow}>
        {below}
        {error !== undefined && inElement(errorAction)}
      </div>
    </div>
  );
}

/** A password field with a show/hide toggle and a hint while Caps Lock is on. */
export function PasswordField({ onKeyUp, hint, ...rest }: Omit<TextFieldProps, "type" | "action">) {
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const Icon = shown ? HideIcon : ShowIcon;
  return (
    <TextField
      autoCapitalize="none"
      spellCheck={false}
      {...rest}
      hint={capsLock ? t("Caps Lock is on") : hint}
      type={shown ? "text" : "password"}
      onKeyUp={(event) => {
        setCapsLock(event.getModifierState("CapsLock"));
        onKeyUp?.(event);
      }}
      action={
        <IconButton label={t(shown ? "Hide password" : "Show password")} onClick={() => setShown(!shown)}>
          <Icon aria-hidden />
        </IconButton>
      }
    />
  );
}

export type SelectProps = ComponentPropsWithRef<"select"> & {
  /** For a select beside running text. */
  small?: boolean;
};

/** A select without a label of its own: the caller labels it. `className` is for the wrapper. */
export function Select({ small, className, children, ...rest }: SelectProps) {
  return (
    <div className={classNames(styles.control, className)}>
      <select {...rest} className={classNames(styles.input, small && styles.small)}>
        {children}
      </select>
      <ChevronDownIcon aria-hidden className={styles.chevron} />
    </div>
  );
}

export type SelectFieldProps = ComponentPropsWithRef<"select"> & Described;

export function SelectField({ label, error, hint, className, children, ...rest }: SelectFieldProps) {
  const { id, described, below } = useField({ error, hint });
  return (
    <div className={classNames(styles.field, className)}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <Select id={id} {...described} {...rest}>
        {children}
      </Select>
      {below}
    </div>
  );
}

export type TextAreaProps = ComponentPropsWithRef<"textarea"> & Described;

export function TextAreaField({ label, error, hint, className, ...rest }: TextAreaProps) {
  const { id, described, below } = useField({ error, hint: fullHint(rest) ?? hint });
  return (
    <div className={classNames(styles.field, className)}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <textarea id={id} {...described} {...rest} className={styles.input} />
      {below}
    </div>
  );
}

type CheckboxFieldProps = Omit<ComponentPropsWithRef<"input">, "type"> &
  Omit<Described, "label"> & {
    label: ReactNode;
    /** Reserves space for its error. */
    mayFail?: boolean;
  };

export function CheckboxField({
  label,
  error,
  hint,
  mayFail = false,
  className,
  ...rest
}: CheckboxFieldProps) {
  const { id, described, below } = useField({ error, hint });
  return (
    <div className={classNames(styles.check, className)}>
      <input id={id} type="checkbox" {...described} {...rest} />
      <label htmlFor={id}>{inElement(label)}</label>
      {mayFail || hint !== undefined ? below : null}
    </div>
  );
}

interface SwitchProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

export function Switch({ label, checked, onChange }: SwitchProps) {
  const id = useId();
  return (
    <span className={styles.switchRow}>
      <span id={id}>{label}</span>
      <button
        type="button"
        role="switch"
        aria-checked={checked}
        aria-labelledby={id}
        className={styles.switch}
        onClick={() => onChange(!checked)}
      />
    </span>
  );
}
