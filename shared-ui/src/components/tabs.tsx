import * as RadixTabs from "radix-ui/tabs";
import type { ReactNode } from "react";
import { inElement } from "../language/in-element.tsx";
import styles from "./tabs.module.css";

interface TabsProps<Value extends string> {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  /** `aside` is shown next to the name: an icon, or a count without text, since only the name is announced. */
  tabs: readonly { value: Value; name: string; aside?: ReactNode }[];
  children: ReactNode;
}

/** Tabs with one panel, which belongs to the selected tab. */
export function Tabs<Value extends string>({ label, value, onChange, tabs, children }: TabsProps<Value>) {
  return (
    <RadixTabs.Root value={value} onValueChange={(next) => onChange(next as Value)}>
      <RadixTabs.List aria-label={label} className={styles.list}>
        {tabs.map((tab) => (
          <RadixTabs.Trigger key={tab.value} value={tab.value} aria-label={tab.name} className={styles.tab}>
            <span>{tab.name}</span>
            {inElement(tab.aside)}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      {tabs.map((tab) => (
        <RadixTabs.Content key={tab.value} value={tab.value} className={styles.panel}>
          {tab.value === value ? children : null}
        </RadixTabs.Content>
      ))}
    </RadixTabs.Root>
  );
}
