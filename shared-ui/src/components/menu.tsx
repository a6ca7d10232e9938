import * as DropdownMenu from "radix-ui/dropdown-menu";
import { type ReactElement, type ReactNode, useId } from "react";
import { inElement } from "../language/in-element.tsx";
import { t } from "../texts/texts.ts";
import styles from "./floating.module.css";
import { useFloating } from "./use-floating.ts";

interface MenuProps {
  /** The button that opens the menu. */
  trigger: ReactNode;
  label?: ReactNode;
  /** The edge at which the menu is aligned with its button. */
  align?: "start" | "end";
  children: ReactNode;
}

/** A menu below its button. It is not modal: assistive technology can still read the page. */
export function Menu({ trigger, label, align = "end", children }: MenuProps) {
  const { opener, container, ...state } = useFloating<HTMLButtonElement>();
  return (
    <DropdownMenu.Root modal={false} {...state}>
      <DropdownMenu.Trigger asChild ref={opener}>
        {trigger}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={container}>
        <DropdownMenu.Content
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className={styles.menu}
          // A long menu scrolls, and a menu opened by mouse has the focus itself.
          tabIndex={0}
          onCloseAutoFocus={keepNewFocus}
        >
          {label !== undefined && (
            <DropdownMenu.Label className={styles.menuLabel}>{label}</DropdownMenu.Label>
          )}
          {inElement(children)}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** If an entry opened a screen, its heading may already have the focus, which must not return to the button. */
function keepNewFocus(event: Event) {
  if (document.activeElement !== document.body) event.preventDefault();
}

interface MenuItemProps {
  icon?: ReactNode;
  /** Whether the item has no function yet, which it shows; it can be focused, so that screen readers announce that. */
  notYet?: boolean;
  onSelect?: () => void;
  children: ReactNode;
}

export function MenuItem({ icon, notYet = false, onSelect, children }: MenuItemProps) {
  const noteId = useId();
  return (
    <DropdownMenu.Item
      className={styles.item}
      aria-disabled={notYet || undefined}
      {...(notYet && { "aria-describedby": noteId })}
      onSelect={(event) => {
        if (notYet) event.preventDefault();
        else onSelect?.();
      }}
    >
      {inElement(icon)}
      {inElement(children)}
      {/* A description, not part of the accessible name. */}
      {notYet && (
        <span id={noteId} aria-hidden className={styles.note}>
          {t("Soon")}
        </span>
      )}
    </DropdownMenu.Item>
  );
}

/** An entry that is a link. @param children the link, with its icon */
export function MenuLink({ children }: { children: ReactElement }) {
  return (
    <DropdownMenu.Item asChild className={styles.item}>
      {children}
    </DropdownMenu.Item>
  );
}

/** A group of entries, optionally under a heading. */
export function MenuGroup({ label, children }: { label: string | undefined; children: ReactNode }) {
  const id = useId();
  return (
    <DropdownMenu.Group {...(label !== undefined && { "aria-labelledby": id })}>
      {label !== undefined && (
        <DropdownMenu.Label id={id} className={styles.groupLabel}>
          {label}
        </DropdownMenu.Label>
      )}
      {inElement(children)}
    </DropdownMenu.Group>
  );
}

interface MenuChoiceProps<Value extends string> {
  label: string;
  value: Value;
  /** `lang` is set if a label is in another language than the page. */
  options: readonly { value: Value; label: string; icon?: ReactNode; lang?: string }[];
  onChange: (value: Value) => void;
}

/** A group of radio items in a menu. */
export function MenuChoice<Value extends string>({
  label,
  value,
  options,
  onChange,
}: MenuChoiceProps<Value>) {
  const labelId = useId();
  return (
    <DropdownMenu.RadioGroup
      aria-labelledby={labelId}
      value={value}
      onValueChange={(next) => onChange(next as Value)}
    >
      <DropdownMenu.Label id={labelId} className={styles.groupLabel}>
        {label}
      </DropdownMenu.Label>
      {options.map((option) => (
        <DropdownMenu.RadioItem
          key={option.value}
          value={option.value}
          lang={option.lang}
          className={styles.item}
          onSelect={(event) => event.preventDefault()}
        >
          {inElement(option.icon)}
          <span>{option.label}</span>
          <DropdownMenu.ItemIndicator aria-hidden className={styles.note}>
            ✓
          </DropdownMenu.ItemIndicator>
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  );
}

export function MenuSeparator() {
  return <DropdownMenu.Separator className={styles.separator} />;
}
