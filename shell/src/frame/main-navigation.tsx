import type { RouteEntry } from "@souffleur/contracts";
import { classNames, EntryIcon, Menu, MenuGroup, MenuLink, MoreIcon, useSession } from "@souffleur/shared-ui";
import { useLayoutEffect, useRef, useState } from "react";
import { Link, useLocation } from "react-router-dom";
import { remotes } from "../remotes/remotes.ts";
import {
  countFitting,
  currentEntry,
  groupsOf,
  type NavigationEntry,
  navigationFor,
} from "../screens/navigation.ts";
import { callPath } from "../screens/screens.ts";
import { t } from "../texts/texts.ts";
import styles from "./main-navigation.module.css";
import { ToWrapUpCount } from "./to-wrap-up-count.tsx";

/** The links to the screens in their order: as many as fit, and the others, with the rarer ones, in a menu. */
export function MainNavigation({ screens }: { screens: readonly RouteEntry[] }) {
  const all = navigationFor(screens, useSession());
  const entries = all.filter(({ navigation }) => navigation.more !== true);
  const rarer = all.filter(({ navigation }) => navigation.more === true);
  const hasMore = rarer.length > 0;
  const { pathname } = useLocation();
  const [fitting, setFitting] = useState(entries.length);
  const nav = useRef<HTMLElement>(null);
  const paths = all.map(({ path }) => path).join();
  // Measured before the first paint. Links that do not fit stay in the page invisibly, so that they can be measured.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other entries have other elements
  useLayoutEffect(() => {
    const row = nav.current;
    if (row === null) return undefined;
    const measure = () => setFitting(fittingIn(row, hasMore));
    measure();
    // Without it a window that changes its width keeps the links that fitted before.
    if (typeof ResizeObserver === "undefined") return undefined;
    const observer = new ResizeObserver(measure);
    for (const element of [row, ...row.children]) observer.observe(element);
    return () => observer.disconnect();
  }, [paths]);

  const rest = [...entries.slice(fitting), ...rarer];
  const current = currentEntry(all, pathname);
  const isInMenu = rest.some((entry) => entry === current);
  const outside = (isOutside: boolean) => classNames(styles.link, isOutside && styles.outside);
  return (
    <nav
      ref={nav}
      aria-label={t("Main")}
      className={styles.nav}
      {...(entries.length > 6 && { "data-many": true })}
    >
      {entries.map((entry, at) => (
        <Link key={entry.path} className={outside(at >= fitting)} {...linkProps(entry, entry === current)} />
      ))}
      <Menu
        align="start"
        trigger={
          <button
            type="button"
            className={outside(rest.length === 0)}
            {...(isInMenu && { "aria-current": true })}
          >
            <MoreIcon aria-hidden />
            <span>{t("More")}</span>
          </button>
        }
      >
        {groupsOf(rest).map(([group, members]) => (
          <MenuGroup key={group ?? ""} label={group}>
            {members.map((entry) => (
              <MenuLink key={entry.path}>
                <Link {...linkProps(entry, entry === current)} />
              </MenuLink>
            ))}
          </MenuGroup>
        ))}
      </Menu>
    </nav>
  );
}

/** Loads the remote as soon as its link is hovered or focused. */
function linkProps({ remote, path, title, navigation }: NavigationEntry, isCurrent: boolean) {
  const prepare = () => remotes.prepare(remote);
  return {
    to: path,
    ...(isCurrent && { "aria-current": "page" as const }),
    onPointerEnter: prepare,
    onFocus: prepare,
    children: (
      <>
        <EntryIcon name={navigation.icon} />
        <span>{title}</span>
        {path === callPath && <ToWrapUpCount />}
      </>
    ),
  };
}

function fittingIn(row: HTMLElement, hasMore: boolean): number {
  const widths = [...row.children].map((element) => element.getBoundingClientRect().width);
  const more = widths.pop() ?? 0;
  return countFitting(widths, {
    more,
    hasMore,
    gap: Number.parseFloat(getComputedStyle(row).columnGap) || 0,
    room: row.getBoundingClientRect().width,
  });
}
