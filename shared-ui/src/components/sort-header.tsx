import type { ComponentProps, MouseEventHandler } from "react";
import { inElement } from "../language/in-element.tsx";
import { ArrowDownIcon, ArrowUpIcon, SortIcon } from "./icons.ts";
import styles from "./sort-header.module.css";

const icons = { none: SortIcon, ascending: ArrowUpIcon, descending: ArrowDownIcon };

interface SortHeaderProps extends ComponentProps<"th"> {
  /** How the table is sorted by this column. */
  order: "none" | "ascending" | "descending";
  onSort: MouseEventHandler | undefined;
}

/** A column header that shows the table's order and changes it when pressed. */
export function SortHeader({ order, onSort, children, ...rest }: SortHeaderProps) {
  const Icon = icons[order];
  return (
    <th scope="col" aria-sort={order} {...rest}>
      <button type="button" className={styles.sort} onClick={onSort}>
        {inElement(children)}
        <Icon aria-hidden />
      </button>
    </th>
  );
}
