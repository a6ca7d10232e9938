import { type KeyboardEvent, useRef } from "react";
import { t } from "../../texts/texts.ts";
import styles from "./phone.module.css";

export type PhoneTab = "transcript" | "suggestions" | "notes";

const steps: Partial<Record<string, (index: number) => number>> = {
  ArrowRight: (index) => index + 1,
  ArrowLeft: (index) => index - 1,
  Home: () => 0,
  End: () => -1,
};

interface PhoneTabsProps {
  value: PhoneTab;
  /** Before a call there are no notes, and after it they are part of its wrap-up. */
  stage: "before" | "in call" | "over";
  onChange: (tab: PhoneTab) => void;
}

/** The tabs of narrow screens. All panels stay in the page, so each keeps its scroll position and its input. */
export function PhoneTabs({ value, stage, onChange }: PhoneTabsProps) {
  const list = useRef<HTMLDivElement>(null);
  const order: readonly PhoneTab[] =
    stage === "before"
      ? ["transcript", "suggestions"]
      : ["suggestions", "transcript", ...(stage === "over" ? [] : ["notes" as const])];
  const names = {
    transcript: t("Transcript"),
    suggestions: t(stage === "over" ? "Wrap-up" : "Suggestions"),
    notes: t("Notes"),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = order.at((steps[event.key]?.(order.indexOf(value)) ?? Number.NaN) % order.length);
    if (next === undefined || steps[event.key] === undefined) return;
    event.preventDefault();
    onChange(next);
    list.current?.querySelector<HTMLElement>(`#${tabId(next)}`)?.focus();
  };
  return (
    <div ref={list} role="tablist" aria-label={t("Call")} className={styles.tabs} onKeyDown={onKeyDown}>
      {order.map((tab) => (
        <button
          key={tab}
          type="button"
          role="tab"
          id={tabId(tab)}
          aria-selected={tab === value}
          aria-controls={panelId(tab)}
          tabIndex={tab === value ? 0 : -1}
          className={styles.tab}
          onClick={() => onChange(tab)}
        >
          {names[tab]}
        </button>
      ))}
    </div>
  );
}

const tabId = (tab: PhoneTab) => `tab-${tab}`;
const panelId = (tab: PhoneTab) => `panel-${tab}`;

/** The attributes of a tab's panel; `current` is undefined on wide screens, which show all of them at once. */
export function panelProps(tab: PhoneTab, current: PhoneTab | undefined) {
  if (current === undefined) return {};
  return {
    id: panelId(tab),
    role: "tabpanel",
    "aria-labelledby": tabId(tab),
    "data-hidden": tab === current ? undefined : true,
  };
}
