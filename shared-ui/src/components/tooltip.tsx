import * as Tooltip from "radix-ui/tooltip";
import type { ReactNode } from "react";
import { t } from "../texts/texts.ts";
import { Button } from "./button.tsx";
import { classNames } from "./class-names.ts";
import styles from "./floating.module.css";
import { useFloating } from "./use-floating.ts";

/** Wraps the whole application, once. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return <Tooltip.Provider delayDuration={300}>{children}</Tooltip.Provider>;
}

/**
 * Wraps a button that can be pressed and does nothing yet, as the specification has it; a tooltip says so on hover, focus
 * and press (for touch screens).
 */
export function NotYet({ children }: { children: ReactNode }) {
  const { opener, container, ...state } = useFloating<HTMLButtonElement>();
  return (
    <Tooltip.Root {...state}>
      <Tooltip.Trigger
        ref={opener}
        asChild
        aria-description={t("Soon")}
        onClick={(event) => {
          // The library closes the tooltip when the button is pressed.
          event.preventDefault();
          state.onOpenChange(true);
        }}
      >
        {children}
      </Tooltip.Trigger>
      <Tooltip.Portal container={container}>
        <Tooltip.Content sideOffset={6} collisionPadding={8} className={styles.tooltip}>
          {t("Soon")}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}

interface ActionTipProps {
  /** What is wrong. */
  text: string;
  action: { label: string; onPress: () => void };
  /** A button. */
  children: ReactNode;
}

/**
 * Wraps a button whose press fixes the problem that the tooltip reports. The tooltip has a button for it too; the wrapped
 * button has the same action because the keyboard can't reach a tooltip.
 */
export function ActionTip({ text, action: { label, onPress }, children }: ActionTipProps) {
  const { opener, container, ...state } = useFloating<HTMLButtonElement>();
  return (
    <Tooltip.Root {...state}>
      <Tooltip.Trigger
        ref={opener}
        asChild
        aria-description={t("{text} {label}?", { text, label })}
        onClick={onPress}
      >
        {children}
      </Tooltip.Trigger>
      <Tooltip.Portal container={container}>
        <Tooltip.Content
          sideOffset={6}
          collisionPadding={8}
          // Otherwise the button's label would become part of the tooltip's name.
          aria-label={text}
          className={classNames(styles.tooltip, styles.actionTip)}
        >
          <span>{text}</span>
          <Button small onClick={onPress}>
            {label}
          </Button>
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
