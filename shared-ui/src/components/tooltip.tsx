import { Tooltip } from "radix-ui";
import { type ReactNode, useState } from "react";
import { classNames } from "../class-names.ts";
import { Button } from "./button.tsx";
import styles from "./floating.module.css";
import { notYetText } from "./not-yet-text.ts";

/** Stands once round the whole application. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return <Tooltip.Provider delayDuration={300}>{children}</Tooltip.Provider>;
}

/**
 * Round a button that stands here and does nothing yet: says so to who points at it, focuses it or presses it (a
 * finger can do nothing else).
 */
export function NotYet({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <Tooltip.Root open={open} onOpenChange={setOpen}>
      <Tooltip.Trigger
        asChild
        aria-disabled
        aria-description={notYetText}
        onClick={(event) => {
          // The library closes at a press.
          event.preventDefault();
          setOpen(true);
        }}
      >
        {children}
      </Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content sideOffset={6} collisionPadding={8} className={styles.tooltip}>
          {notYetText}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}

interface ActionTipProps {
  /** What is the matter. */
  text: string;
  action: { label: string; onPress: () => void };
  /** A button. */
  children: ReactNode;
}

/**
 * Round a button whose press does something about what the tooltip says. Who points at it finds a button for it in
 * the tooltip too; a tooltip is out of the keyboard's way, so there the press of the button itself must do.
 */
export function ActionTip({ text, action: { label, onPress }, children }: ActionTipProps) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild aria-description={`${text} ${label}?`} onClick={onPress}>
        {children}
      </Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content
          sideOffset={6}
          collisionPadding={8}
          // Else a copy of the button would be the tooltip's name.
          aria-label={text}
          className={classNames(styles.tooltip, styles.actionTip)}
        >
          {text}
          <Button small onClick={onPress}>
            {label}
          </Button>
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
